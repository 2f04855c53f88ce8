import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { OutputOf } from '#shared/contract.ts'
import { useSend } from '#web/api.ts'
import { practice, type Work } from './api.ts'
import { childsMore, ownWork } from './answering/api.ts'
import { endpointsOf, workRead } from './use-own-work.ts'
import { childOf, type FamilyViewer, type WorkRef } from './question-ref.ts'

type Callbacks = { onDone?: (after: Work) => void; onError?: (error: Error) => void }

/**
 * Starts or completes work, the student's own or a child's assessment, and updates every page that shows it.
 */
export function useWorkChange(work: WorkRef<FamilyViewer>, { onDone, onError }: Callbacks) {
  const { kind, workId: id } = work
  const child = childOf(work.viewer)
  const queries = useQueryClient()
  const { mutate, isPending } = useSend(child ? childsMore.changeAssessment : ownWork[kind].change, {
    ...(onError && { onError }),
    onSuccess: (after) => {
      queries.setQueryData(workRead(work).queryKey, after)
      // Updates the cached list too, because the home page shows it when there is no connection.
      queries.setQueriesData<OutputOf<typeof practice.self>>(
        { queryKey: [practice.self.path] },
        (self) =>
          self && {
            ...self,
            work: self.work.map((each) => (each._id === id ? { ...each, ...after } : each)),
          },
      )
      void queries.invalidateQueries({ queryKey: [practice.self.path] })
      void queries.invalidateQueries({ queryKey: [endpointsOf(work).question.path] })
      onDone?.(after)
    },
  })
  const change = useCallback(
    (state: 'started' | 'submitted') => mutate({ id, state, ...(child && { studentId: child }) }),
    [mutate, id, child],
  )
  return { change, isPending }
}
