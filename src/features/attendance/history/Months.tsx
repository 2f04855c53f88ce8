import { monthInWords, longWeekday } from '#shared/day-text.ts'
import style from './History.module.css'
import { MarkSquare, type SquareMark } from './MarkSquare.tsx'
import { monthsOf } from './history-weeks.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

type MonthsProps<M extends SquareMark> = {
  marks: readonly M[]
  /** Called when a square is picked. If omitted, the squares are only images. */
  onPick?: (mark: M) => void
}

/** Calendars of the months that have marks. */
export function Months<M extends SquareMark>({ marks, onPick }: MonthsProps<M>) {
  return (
    <div className={`${style.months} grid top gap-4`}>
      {monthsOf(marks).map(({ month, weeks }) => (
        <table key={month} className={`${style.month} card wide`}>
          <caption>{monthInWords(month)}</caption>
          <thead>
            <tr>
              {weekdays
                .map((_, weekday) => longWeekday(weekday))
                .map((weekday) => (
                  <th key={weekday} scope="col" abbr={weekday}>
                    {weekday.slice(0, 2)}
                  </th>
                ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week, at) => (
              <tr key={at}>
                {week.map((each, weekday) => (
                  <td key={weekday}>
                    {each && <small>{Number(each.day.slice(8))}</small>}
                    {each?.marks.map((mark, nth) => (
                      <MarkSquare key={nth} mark={mark} onPick={onPick} />
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}
