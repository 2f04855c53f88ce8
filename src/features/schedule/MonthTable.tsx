import { ActionIcon } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { monthInWords, shortWeekday } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { weekdays, weeksOf } from './days/clashes.ts'
import style from './MonthTable.module.css'

type MonthTableProps = {
  /** Any day in the month to show. */
  month: Day
  /** Called with -1 or 1, to show the previous or the next month. */
  onMove: (months: number) => void
  renderDay: (day: Day) => ReactNode
  ref?: Ref<HTMLTableElement>
}

/** A month's days in weeks, with buttons to show the previous and the next month. */
export const MonthTable = ({ month, onMove, renderDay, ref }: MonthTableProps) => (
  <>
    <div className="row middle apart">
      <ActionIcon
        variant="subtle"
        color="secondary"
        size="var(--target)"
        aria-label={t('Previous month')}
        onClick={() => onMove(-1)}
      >
        <ChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <strong aria-live="polite">{monthInWords(month)}</strong>
      <ActionIcon
        variant="subtle"
        color="secondary"
        size="var(--target)"
        aria-label={t('Next month')}
        onClick={() => onMove(1)}
      >
        <ChevronRight size={18} aria-hidden />
      </ActionIcon>
    </div>
    <table ref={ref} className={style.month}>
      <thead>
        <tr>
          {weekdays
            .map((_, weekday) => shortWeekday(weekday))
            .map((name) => (
              <th key={name} scope="col">
                <abbr title={name}>{name.slice(0, 2)}</abbr>
              </th>
            ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day}>{renderDay(day)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </>
)
