import { useState } from 'react'
import { ListColumn, usualColumns } from './rules.ts'

const key = 'student-columns'

/** Columns chosen in this browser, or null. Unknown ones are left out. */
function stored(): ListColumn[] | null {
  const text = localStorage.getItem(key)
  return text === null ? null : ListColumn.options.filter((column) => text.split(',').includes(column))
}

/**
 * Columns of the list of students: the default ones, of which a narrow screen shows few, or the chosen ones,
 * which it shows all.
 */
export function useColumns() {
  const [chosen, setChosen] = useState(stored)
  const choose = (columns: readonly ListColumn[] | null) => {
    if (columns === null) localStorage.removeItem(key)
    else localStorage.setItem(key, columns.join())
    setChosen(stored())
  }
  return { columns: chosen ?? usualColumns, chosen: chosen !== null, choose }
}
