import { History } from 'lucide-react'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { useClock } from '#web/clock.ts'
import style from './Assigning.module.css'
import { hadBefore, type Item, type Standing } from './suggestions.ts'
import { type Assignee, nameOf } from './use-assigning.ts'

type EarlierAssignmentsProps = {
  students: readonly Assignee[]
  standings: readonly (Standing & { _id: string })[]
  item: Item
}

const mostNamed = 4

/**
 * List of the students who had the same work before, with the dates. It can be assigned again unless it is
 * still open.
 */
export function EarlierAssignments({ students, standings, item }: EarlierAssignmentsProps) {
  const { day } = useClock()
  const had = students.flatMap((student) => {
    const standing = standings.find(({ _id }) => _id === student._id)
    const before = standing && hadBefore(standing, item)
    return before ? [{ student, ...before }] : []
  })
  const rest = had.length - mostNamed
  if (had.length === 0) return null
  return (
    <div className={`${style.before} row top gap-2 pad-2-3 warn-ground rounded`} role="status">
      <History aria-hidden />
      <p>
        {had
          .slice(0, mostNamed)
          .map(
            ({ student, at, open }) =>
              `${nameOf(student)} ${open ? t('has this open') : t('did this on {day}', { day: day(at) })}`,
          )
          .join('; ')}
        {rest > 0 && t('; and {others}', { others: counted(rest, 'other') })}.
      </p>
    </div>
  )
}
