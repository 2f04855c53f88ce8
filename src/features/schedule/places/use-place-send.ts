import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { schedules } from '#features/schedule/api.ts'
import { classes } from '#features/schedule/classes/api.ts'
import { offers } from '#features/schedule/offers/api.ts'
import { students } from '#features/students/api.ts'
import type { Endpoint, OutputOf } from '#shared/contract.ts'
import { useSend } from '#web/api.ts'
import { snack } from '#web/snack.tsx'
import { places } from './api.ts'

const shown = [places.ofStudent, students.one, schedules.day, classes.list, offers.list]

/** A write of a place: what was done is said and every screen that shows places reads again. A refusal comes back as `error`. */
export function usePlaceSend<E extends Endpoint>(
  endpoint: E,
  { said, onDone, onError }: { said: (after: OutputOf<E>) => string; onDone: () => void; onError?: (error: Error) => void },
) {
  const queries = useQueryClient()
  const [error, setError] = useState<Error | null>(null)
  const { mutate, isPending } = useSend(endpoint, {
    onSuccess: (after) => {
      snack(said(after))
      for (const { path } of shown) void queries.invalidateQueries({ queryKey: [path] })
      onDone()
    },
    onError: (failure) => {
      setError(failure)
      onError?.(failure)
    },
  })
  return { send: mutate, busy: isPending, error }
}
