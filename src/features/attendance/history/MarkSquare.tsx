import { Check, Minus, PackageCheck, X } from 'lucide-react'
import { attendanceWord } from '../mark-look.ts'
import { markLook } from '../mark-look.ts'
import { dayInWords } from '#shared/day-text.ts'
import type { PastMark } from './api.ts'
import style from './History.module.css'

/** Fields of a mark that its square displays. */
export type SquareMark = Pick<PastMark, 'on' | 'mark' | 'arrivedAt' | 'excused' | 'className'>

const icons = { present: Check, absent: X, excused: Minus, pickup: PackageCheck }

/** Describes a day's mark: `Tue, Mar 3: Absent, excused (Math 5)`. */
const markInWords = (mark: SquareMark) =>
  `${dayInWords(mark.on)}: ${attendanceWord(mark)} (${mark.className})`

type MarkSquareProps<M extends SquareMark> = {
  mark: M
  /** Called when the square is picked. If omitted, the square is only an image. */
  onPick?: (mark: M) => void
  picked?: boolean
}

/** A mark as a small square with an icon. */
export function MarkSquare<M extends SquareMark>({ mark, onPick, picked }: MarkSquareProps<M>) {
  const look = markLook(mark)
  const Icon = icons[look]
  if (!onPick)
    return (
      <span
        className={`${style.square} grid center info-text info-ground`}
        data-look={look}
        role="img"
        aria-label={markInWords(mark)}
        title={markInWords(mark)}
      >
        <Icon aria-hidden />
      </span>
    )
  return (
    <button
      type="button"
      className={`${style.square} grid center info-text info-ground`}
      data-look={look}
      aria-label={markInWords(mark)}
      aria-pressed={picked}
      onClick={() => onPick(mark)}
    >
      <Icon aria-hidden />
    </button>
  )
}
