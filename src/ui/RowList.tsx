import type { ReactNode } from 'react'
import style from './RowList.module.css'

/** A framed list of rows, such as messages, changes or backups. */
export const RowList = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul className={`${style.list} card`} aria-label={label}>
    {children}
  </ul>
)

/**
 * Returns the classes of a row that is a link or a button. `columns` is the class that sets the widths of the
 * row's parts.
 */
export const rowClass = (columns: string | undefined) =>
  `${style.row} grid middle gap-1-3 pad-2-4 breakable target wide no-underline ${columns}`

type OpeningRowProps = {
  /** Class that sets the widths of the row's parts. */
  columns: string | undefined
  onOpen: () => void
  children: ReactNode
}

/** A row that opens its record. */
export const OpeningRow = ({ columns, onOpen, children }: OpeningRowProps) => (
  <li>
    <button type="button" className={rowClass(columns)} onClick={onOpen}>
      {children}
    </button>
  </li>
)
