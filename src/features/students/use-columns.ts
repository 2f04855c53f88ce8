import { useState } from 'react'
import { ListColumn, usualColumns } from './rules.ts'

const key = 'student-columns'

/** Returns the columns chosen in this browser, or null. Leaves out unknown ones. */
function stored(): ListColumn[] | null {
  const text = localStorage.getItem(key)
  return text === null ? null : ListColumn.options.filter((column) => text.split(',').includes(column))
}

/**
 * Returns the columns of the student list: the default ones, only a few of which are shown on a narrow
 * screen, or the chosen ones, which are all shown.
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
