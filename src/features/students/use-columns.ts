import { useState } from 'react'
import { ListColumn, usualColumns } from './rules.ts'

const key = 'student-columns'

/** The columns that somebody chose in this browser, or null. What isn't known (any more) is left out. */
function stored(): ListColumn[] | null {
  const text = localStorage.getItem(key)
  return text === null ? null : ListColumn.options.filter((column) => text.split(',').includes(column))
}

/** The columns of the list of students: the usual ones, of which a narrow screen shows few, or those that were chosen, which it shows all. */
export function useColumns() {
  const [chosen, setChosen] = useState(stored)
  const choose = (columns: readonly ListColumn[] | null) => {
    if (columns === null) localStorage.removeItem(key)
    else localStorage.setItem(key, columns.join())
    setChosen(stored())
  }
  return { columns: chosen ?? usualColumns, chosen: chosen !== null, choose }
}
