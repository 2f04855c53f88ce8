import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import type { PastMark } from './api.ts'
import style from './History.module.css'
import { MarkSquare } from './MarkSquare.tsx'
import { weeksOf } from './history-weeks.ts'

type WeeksProps = {
  marks: readonly PastMark[]
  range: { from: Day; to: Day }
  /**
   * Called when a square is picked. If omitted, the squares are only images hidden from screen readers, so
   * text nearby must give the same information.
   */
  onPick?: (mark: PastMark) => void
  picked?: PastMark | null
}

const shortDay = (day: Day) => dayInWords(day).replace(/^\w+, /, '')

/** Weeks as columns, with a square for every mark. */
export function Weeks({ marks, range, onPick, picked = null }: WeeksProps) {
  return (
    <ol className={onPick ? `${style.weeks} ${style.dated}` : style.weeks} aria-hidden={!onPick || undefined}>
      {weeksOf(marks, range).map(({ start, marks: within }) => (
        <li key={start}>
          {within.map((mark) => (
            <MarkSquare
              key={mark._id}
              mark={mark}
              onPick={onPick}
              picked={onPick && picked?._id === mark._id}
            />
          ))}
          {within.length === 0 && <span className={style.none} />}
          {onPick && <small data-figures>{shortDay(start)}</small>}
        </li>
      ))}
    </ol>
  )
}
