import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import style from './SortHead.module.css'

/** Value of `aria-sort` on the heading's cell, or undefined if the table is sorted by another column. */
export type Sorted = 'ascending' | 'descending' | undefined

type SortHeadProps = { sorted: Sorted; onSort: () => void; children: ReactNode }

/** Column heading that sorts the table. */
export function SortHead({ sorted, onSort, children }: SortHeadProps) {
  const Arrow = sorted ? (sorted === 'descending' ? ArrowDown : ArrowUp) : ArrowUpDown
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
