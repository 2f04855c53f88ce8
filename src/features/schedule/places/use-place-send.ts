import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { schedules } from '../api.ts'
import { classes } from '../classes/api.ts'
import { credits } from '../credits/api.ts'
import { days } from '../days/api.ts'
import { makeupRequests } from '../makeup-requests/api.ts'
import { offers } from '../offers/api.ts'
import { students } from '#features/students/api.ts'
import { prospects } from '#features/students/prospects/api.ts'
import type { Endpoint, OutputOf } from '#shared/contract.ts'
import { t } from '#shared/language.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { places } from './api.ts'

const shown = [
  places.ofStudent,
  credits.ofStudent,
  credits.makeups,
  students.one,
  prospects.board,
  schedules.day,
  days.list,
  classes.list,
  offers.list,
  makeupRequests.list,
]

type PlaceSendOptions<E extends Endpoint> = {
  message: (after: OutputOf<E>) => string
  /** Returns a function that undoes the change, or null if the change can't be undone. */
  undo?: (after: OutputOf<E>) => (() => Promise<unknown>) | null
  onDone: (after: OutputOf<E>) => void
  onError?: (error: Error) => void
}

/**
 * Returns `send`, which sends a change to a place, shows the result, and refetches everything that shows
 * places. `error` is the refusal, if any. `takeBack` runs an undo and returns false if it failed.
 */
export function usePlaceSend<E extends Endpoint>(
  endpoint: E,
  { message, undo, onDone, onError }: PlaceSendOptions<E>,
) {
  const queries = useQueryClient()
  const [error, setError] = useState<Error | null>(null)
  const readAgain = () =>
    Promise.all(shown.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  const takeBack = async (act: () => Promise<unknown>) => {
    let isUndone = true
    try {
      await act()
      toast(t('Change undone.'))
    } catch (failure) {
      isUndone = false
      toast(sentenceFor(failure), 'error')
    }
    await readAgain()
    return isUndone
  }
  const { mutate, isPending } = useSend(endpoint, {
    onSuccess: (after) => {
      const back = undo?.(after)
      toast(
        message(after),
        'success',
        back ? { label: t('Undo'), act: () => void takeBack(back) } : undefined,
      )
      void readAgain()
      onDone(after)
    },
    onError: (failure) => {
      setError(failure)
      onError?.(failure)
    },
  })
  return { send: mutate, takeBack, busy: isPending, error }
}
