import type { Database } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { ZippedFile } from '#server/zip.ts'
import { columnsOf, type Inventory } from '#shared/inventory.ts'
import { plain } from '#shared/text.ts'
import { type CenterColumn, centerColumnsOf, peopleRows, rowsOf, setExported } from './queries.ts'

/** Rows in one file. */
const most = 5000

const visible = ['public', 'internal', 'personal', 'minor'] as const

const lines = (name: string, rows: readonly { row: object }[]): ZippedFile => ({
  name: `${name}.jsonl`,
  bytes: Buffer.from(
    rows
      .map(
        ({ row }) =>
          `${JSON.stringify(row, (_, value: unknown) => (typeof value === 'string' ? plain(value) : value))}\n`,
      )
      .join(''),
  ),
})

/**
 * Files of a center: the center, its people, and its rows in every table, without secrets. The last one
 * stores that the export is complete.
 */
export async function* exportedFiles(
  database: Database,
  center: CenterId,
  inventory: Inventory,
): AsyncGenerator<ZippedFile> {
  const { read } = database
  const shown = (table: string) => columnsOf(inventory, table, visible)
  const all: CenterColumn[] = [
    { table: 'centers', column: 'id' },
    ...(await centerColumnsOf(read)).filter(({ column }) => column === 'center_id'),
  ]
  yield lines('people', await peopleRows(read, center, shown('people')))
  for (const each of all) {
    const columns = shown(each.table)
    let after: string | null = null
    for (let num = 1; num === 1 || after; num += 1) {
      const rows: { row: object; at: string }[] = await rowsOf(read, center, {
        ...each,
        columns,
        after,
        most,
      })
      if (rows.length > 0) yield lines(num === 1 ? each.table : `${each.table}-${num}`, rows)
      after = rows.length === most ? (rows.at(-1)?.at ?? null) : null
    }
  }
  await database.write((db) => setExported(db, center))
}
