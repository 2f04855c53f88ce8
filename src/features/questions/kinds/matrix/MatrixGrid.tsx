import type { ReactNode } from 'react'
import style from './Matrix.module.css'
import type { Size } from './size.ts'

type MatrixGridProps = {
  size: Size
  isPrinted?: boolean
  /** Returns the contents of an entry; both indexes count from 0. */
  entry: (row: number, column: number) => ReactNode
}

/** Entries in brackets, on screen and on paper. */
export const MatrixGrid = ({ size: { rows, columns }, isPrinted, entry }: MatrixGridProps) => (
  <div className={style.scroll}>
    <div
      className={style.grid}
      style={{ gridTemplateColumns: `repeat(${columns}, auto)` }}
      data-printed={isPrinted || undefined}
    >
      {Array.from({ length: rows * columns }, (_, at) => {
        const [row, column] = [Math.floor(at / columns), at % columns]
        return (
          <span key={`${row} ${column}`} className={style.entry} data-entry={`${row} ${column}`}>
            {entry(row, column)}
          </span>
        )
      })}
    </div>
  </div>
)
