import { useQueryClient } from '@tanstack/react-query'
import { schedules } from '#features/schedule/api.ts'
import { comingClasses } from '#features/schedule/coming/api.ts'
import { type Credit, credits } from '#features/schedule/credits/api.ts'
import { creditOf } from '#features/schedule/credits/credit-state.ts'
import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { call, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { attendance } from './api.ts'

/** A student who won't come to a class on a day. */
type Absence = { studentId: string; firstName: string; classId: string; on: Day }

const shown = [schedules.day, comingClasses.ofStudent, credits.ofStudent]

/**
 * Returns functions to record, for example after a phone call, that a student won't come to a class on a day,
 * and to undo this. The toast shows whether the absence gives a make-up credit, and offers Undo and, with
 * `onFind`, a search for a make-up class.
 */
export function useAbsence(centerId: string) {
  const queries = useQueryClient()
  const onSettled = () =>
    Promise.all(shown.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  const undo = useSend(attendance.take, { onSuccess: () => toast(t('Absence undone.')), onSettled })
  const take = useSend(attendance.take, { onSettled })
  const takeBack = ({ studentId, classId, on }: Absence, undoes?: number) =>
    undo.mutate({ centerId, classId, on, marks: [{ studentId, mark: null, undoes }] })
  const toastAbsence = async (absence: Absence, version?: number, onFind?: (credit: Credit) => void) => {
    const { studentId, firstName, on } = absence
    const studentCredits = await call(credits.ofStudent, { centerId, studentId }).catch(() => [])
    const credit = creditOf(studentCredits, absence)
    const open = credit?.state === 'open'
    toast(
      open
        ? t('{firstName} can’t come on {day}. A make-up credit is open.', { firstName, day: dayInWords(on) })
        : t('{firstName} can’t come on {day}. No make-up credit.', { firstName, day: dayInWords(on) }),
      'success',
      open && onFind && { label: t('Find a make-up'), act: () => onFind(credit) },
      { label: t('Undo'), act: () => takeBack(absence, version) },
    )
  }
  const report = (absence: Absence, onFind?: (credit: Credit) => void) => {
    const { studentId, classId, on } = absence
    take.mutate(
      { centerId, classId, on, marks: [{ studentId, mark: 'absent' }] },
      { onSuccess: ([taken]) => void toastAbsence(absence, taken?.version, onFind) },
    )
  }
  return { report, takeBack, busy: take.isPending || undo.isPending }
}
