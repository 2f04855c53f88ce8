import { Check, Minus, PackageCheck, X } from 'lucide-react'
import { attendanceWord, markLook } from '#features/family/rules.ts'
import { dayInWords } from '#shared/days.ts'
import { plain } from '#shared/text.ts'
import type { PastMark } from './api.ts'
import style from './History.module.css'

const icons = { present: Check, absent: X, excused: Minus, pickup: PackageCheck }

/** What a mark says of a day: `Tue, Mar 3: Absent, excused (Math 5)`. */
const markInWords = (mark: PastMark) => `${dayInWords(mark.on)}: ${attendanceWord(mark)} (${plain(mark.className)})`

type MarkSquareProps = {
  mark: PastMark
  /** Without it the square is a picture only. */
  onPick?: (mark: PastMark) => void
  picked?: boolean
}

/** A mark as a small square with its sign. */
export function MarkSquare({ mark, onPick, picked }: MarkSquareProps) {
  const look = markLook(mark)
  const Icon = icons[look]
  if (!onPick)
    return (
      <span className={style.square} data-look={look} title={markInWords(mark)}>
        <Icon aria-hidden />
      </span>
    )
  return (
    <button
      type="button"
      className={style.square}
      data-look={look}
      aria-label={markInWords(mark)}
      aria-pressed={picked}
      onClick={() => onPick(mark)}
    >
      <Icon aria-hidden />
    </button>
  )
}
