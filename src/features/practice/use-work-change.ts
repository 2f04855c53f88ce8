import { useQueryClient } from '@tanstack/react-query'
import { useSend } from '#web/api.ts'
import { practice, type Work } from './api.ts'
import { ownWork } from './doing/api.ts'
import type { WorkKind } from './rules.ts'
import { questionsOf, workRead } from './use-own-work.ts'

type Told = { onDone?: (after: Work) => void; onError?: (error: Error) => void }

/** Starts or completes the student's own work, and lets every page know how it stands then. */
export function useWorkChange(kind: WorkKind, { onDone, onError }: Told) {
  const queries = useQueryClient()
  return useSend(ownWork[kind].change, {
    ...(onError && { onError }),
    onSuccess: (after) => {
      queries.setQueryData(workRead({ kind, id: after._id }).queryKey, after)
      void queries.invalidateQueries({ queryKey: [practice.self.path] })
      void queries.invalidateQueries({ queryKey: [questionsOf(kind).path] })
      onDone?.(after)
    },
  })
}
