import type { ReactNode } from 'react'
import style from './FrTable.module.css'
import type { PlacedPart } from './given.ts'
import { type Cell, rowsOf } from './table.ts'

type FrTableProps = {
  placed: readonly PlacedPart[]
  columns: number
  contents: (cell: Cell) => ReactNode
}

/** Largest number of columns that fit on a phone. */
const few = 4

/** Table of texts and parts to fill in, on screen and on paper. */
export const FrTable = ({ placed, columns, contents }: FrTableProps) => (
  <div className={style.scroll}>
    <table className={style.table} data-few={columns <= few || undefined}>
      <tbody>
        {rowsOf(placed, columns).map((row, at) => (
          <tr key={at}>
            {row.map((cell) =>
              cell.is === 'cell' ? (
                <td key={cell.at}>{contents(cell)}</td>
              ) : (
                <th key={cell.at} scope={cell.is === 'column' ? 'col' : 'row'}>
                  <span className="visually-hidden">{cell.name}</span>
                  <span aria-hidden>{contents(cell)}</span>
                </th>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
