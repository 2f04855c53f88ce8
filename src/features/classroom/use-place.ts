import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, read, useSend } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { presence } from './presence/api.ts'

/**
 * Reports to the classroom which question this student has open, and raises or lowers the student's hand
 * there. `hand` is null unless it is raised at this question; `inClass` is true if somebody would see a
 * raised hand.
 */
export function usePlace(studentId: string, { workId, num }: { workId: string; num: number }) {
  const queries = useQueryClient()
  const { queryKey, queryFn } = read(presence.hand, {})
  const { data } = useQuery({ queryKey, queryFn })
  useLive(`student:${studentId}`, ['place'], [presence.hand])
  useEffect(() => {
    // The student's work doesn't depend on this call, so network failures are ignored.
    call(presence.place, { workId, num }).catch(() => {})
  }, [workId, num])
  const again = { onSettled: () => void queries.invalidateQueries({ queryKey }) }
  const raise = useSend(presence.raise, again)
  const lower = useSend(presence.lower, again)
  const hand = data?.hand?.workId === workId && data.hand.num === num ? data.hand : null
  return {
    hand,
    inClass: data?.inClass ?? false,
    busy: raise.isPending || lower.isPending,
    toggle: () => (hand ? lower.mutate({}) : raise.mutate({ workId, num })),
  }
}
