import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import style from './SortHead.module.css'

/** Value of `aria-sort` on the heading's cell, or undefined if the table is sorted by another column. */
type Sorted = 'ascending' | 'descending' | undefined

/** Returns the direction in which a table is sorted by a column, if any. */
export function sortedBy<Sort>(column: Sort, { sort, down }: { sort: Sort; down: boolean }): Sorted {
  if (sort !== column) return undefined
  return down ? 'descending' : 'ascending'
}

const arrows = { ascending: ArrowUp, descending: ArrowDown }

type SortHeadProps = { sorted: Sorted; onSort: () => void; children: ReactNode }

/** Column heading that sorts the table. */
export function SortHead({ sorted, onSort, children }: SortHeadProps) {
  const Arrow = sorted ? arrows[sorted] : ArrowUpDown
  return (
    <button
      type="button"
      className={`${style.sort} inline-row middle gap-1 bold ink target`}
      data-sorted={sorted}
      onClick={onSort}
    >
      {children} <Arrow size={14} aria-hidden />
    </button>
  )
}
