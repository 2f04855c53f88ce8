import { History } from 'lucide-react'
import { fullName } from '#shared/full-name.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { useClock } from '#web/clock.ts'
import style from './Assigning.module.css'
import { lastAssigned, type Item, type StudentProgress } from './suggestions.ts'
import type { Assignee } from './use-assigning.ts'

type EarlierAssignmentsProps = {
  students: readonly Assignee[]
  progress: readonly (StudentProgress & { _id: string })[]
  item: Item
}

const maxNamed = 4

/**
 * Warns which students have done this work before, and when, or still have it open (`lastAssigned`). Names at
 * most four of them.
 */
export function EarlierAssignments({ students, progress, item }: EarlierAssignmentsProps) {
  const { day } = useClock()
  const had = students.flatMap((student) => {
    const studentProgress = progress.find(({ _id }) => _id === student._id)
    const before = studentProgress && lastAssigned(studentProgress, item)
    return before ? [{ student, ...before }] : []
  })
  const rest = had.length - maxNamed
  if (had.length === 0) return null
  return (
    <div className={`${style.before} row top gap-2 pad-2-3 warn-ground rounded`} role="status">
      <History aria-hidden />
      <p>
        {had
          .slice(0, maxNamed)
          .map(
            ({ student, at, open }) =>
              `${fullName(student)} ${open ? t('already has this assigned') : t('did this on {day}', { day: day(at) })}`,
          )
          .join('; ')}
        {rest > 0 && t('; and {others}', { others: counted(rest, 'other') })}.
      </p>
    </div>
  )
}
