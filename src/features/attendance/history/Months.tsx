import type { PastMark } from './api.ts'
import style from './History.module.css'
import { MarkSquare } from './MarkSquare.tsx'
import { monthInWords, monthsOf } from './rules.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

type MonthsProps = { marks: readonly PastMark[]; onPick: (mark: PastMark) => void }

/** The months in which there are marks, each as a calendar. */
export function Months({ marks, onPick }: MonthsProps) {
  return (
    <div className={style.months}>
      {monthsOf(marks).map(({ month, weeks }) => (
        <table key={month} className={style.month}>
          <caption>{monthInWords(month)}</caption>
          <thead>
            <tr>
              {weekdays.map((weekday) => (
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
                    {each?.marks.map((mark) => (
                      <MarkSquare key={mark._id} mark={mark} onPick={onPick} />
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
