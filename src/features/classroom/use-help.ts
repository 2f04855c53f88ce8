import { useQueryClient } from '@tanstack/react-query'
import { useMe } from '#web/session.tsx'
import { useSend } from '#web/api.ts'
import { classroom } from './api.ts'
import { useSeat } from './use-seat.ts'

/**
 * Returns a function that notifies a student and every other screen that somebody is coming: the signed-in
 * user or, on a device, the person who was chosen as its user.
 */
export function useHelp(classId: string) {
  const queries = useQueryClient()
  const me = useMe()
  const { userId } = useSeat()
  const send = useSend(classroom.help, {
    onSettled: () => {
      for (const { path } of [classroom.tiles, classroom.student])
        void queries.invalidateQueries({ queryKey: [path] })
    },
  })
  const by = me.group === 'devices' ? { by: userId } : {}
  return (studentId: string) => send.mutate({ classId, studentId, seen: true, ...by })
}
