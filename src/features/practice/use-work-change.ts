import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSend } from '#web/api.ts'
import { practice, type Work } from './api.ts'
import { childsMore, ownWork } from './answering/api.ts'
import { type Doing, questionsOf, workRead } from './use-own-work.ts'

type Told = { onDone?: (after: Work) => void; onError?: (error: Error) => void }

/** Starts or completes work, the student's own or a child's assessment, and updates every page that shows it. */
export function useWorkChange({ kind, id, child }: Doing, { onDone, onError }: Told) {
  const queries = useQueryClient()
  const { mutate, isPending } = useSend(child ? childsMore.changeAssessment : ownWork[kind].change, {
    ...(onError && { onError }),
    onSuccess: (after) => {
      queries.setQueryData(workRead({ kind, id, child }).queryKey, after)
      void queries.invalidateQueries({ queryKey: [practice.self.path] })
      void queries.invalidateQueries({ queryKey: [questionsOf({ kind, child }).path] })
      onDone?.(after)
    },
  })
  const change = useCallback(
    (state: 'started' | 'submitted') => mutate({ id, state, ...(child && { studentId: child }) }),
    [mutate, id, child],
  )
  return { change, isPending }
}
