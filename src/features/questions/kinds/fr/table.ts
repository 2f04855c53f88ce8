import { spoken } from '#shared/spoken.ts'
import type { PlacedPart, ShownPart } from './given.ts'

/**
 * A cell of a table: the header of a column or row, or a part. `name` is the text of the header or headers.
 */
export type Cell = PlacedPart & { is: 'column' | 'row' | 'cell'; name: string | undefined }

const isText = (part: ShownPart | undefined) => part?.kind === 'label'
const wordsOf = (part: ShownPart | undefined) => (part?.kind === 'label' ? spoken(part.content).trim() : '')

/**
 * Arranges parts in the rows of a table. If the first row has only texts, they are column headers; a text in
 * the first column is the header of its row. Fields are named after their column and row headers.
 */
export function rowsOf(placed: readonly PlacedPart[], columns: number): Cell[][] {
  const first = placed.slice(0, columns)
  const hasHeaders = first.every(({ part }) => isText(part))
  return Array.from({ length: Math.ceil(placed.length / columns) }, (_, row) => {
    const line = placed.slice(row * columns, (row + 1) * columns)
    const [head] = line
    return line.map((each, column): Cell => {
      const own = wordsOf(each.part)
      if (own !== '' && hasHeaders && row === 0) return { ...each, is: 'column', name: own }
      if (own !== '' && column === 0) return { ...each, is: 'row', name: own }
      const headers = [column > 0 ? wordsOf(head?.part) : '', hasHeaders ? wordsOf(first[column]?.part) : '']
      return { ...each, is: 'cell', name: headers.filter((words) => words !== '').join(', ') || undefined }
    })
  })
}
