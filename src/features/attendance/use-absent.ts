import { useQueryClient } from '@tanstack/react-query'
import { attendance } from './api.ts'
import { schedules } from '#features/schedule/api.ts'
import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import type { Pressed } from '#features/schedule/moves/StudentMenu.tsx'

/** Records that a student won't come to a class on a day, for example after a phone call. With an undo. */
export function useAbsent(centerId: string, on: Day) {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: [schedules.day.path] })
  const undo = useSend(attendance.take, { onSuccess: () => toast('Absence undone.'), onSettled })
  const take = useSend(attendance.take, { onSettled })
  return ({ student: { _id: studentId, firstName }, from: { id: classId } }: Pressed) => {
    const where = { centerId, classId, on }
    take.mutate(
      { ...where, marks: [{ studentId, mark: 'absent' }] },
      {
        onSuccess: ([taken]) =>
          toast(`${firstName} won’t come on ${dayInWords(on)}.`, 'success', {
            label: 'Undo',
            act: () => undo.mutate({ ...where, marks: [{ studentId, mark: null, undoes: taken?.version }] }),
          }),
      },
    )
  }
}
