import type { Database } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { ZippedFile } from '#server/zip.ts'
import { columnsOf, type Inventory } from '#shared/inventory.ts'
import { plain } from '#shared/text.ts'
import { exportedTables, peopleRows, rowsOf, setExported } from './queries.ts'

/** Maximum number of rows in one file. A single statement reads all of them. */
const maxRows = 5000

const visible = ['public', 'internal', 'personal', 'minor'] as const

/** Tables that determine who belongs to a center, with the column that identifies the person. */
const memberships: Record<string, string> = {
  staff: 'person_id',
  students: 'id',
  parent_links: 'parent_id',
}

const lines = (name: string, num: number, rows: readonly { row: object }[]): ZippedFile => ({
  name: `${name}${num === 1 ? '' : `-${num}`}.jsonl`,
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
 * Yields the files of a center: the center, its rows in every table, and its people, without secrets. After
 * the last file, records that the export is complete. Each statement reads only the rows of one file, however
 * large the center is.
 */
export async function* exportedFiles(
  database: Database,
  center: CenterId,
  inventory: Inventory,
  most = maxRows,
): AsyncGenerator<ZippedFile> {
  const { read } = database
  const shown = (table: string) => columnsOf(inventory, table, visible)
  const people = new Set<string>()
  for (const each of await exportedTables(read)) {
    const columns = shown(each.table)
    const person = memberships[each.table]
    let after: string[] | null = null
    for (let num = 1; num === 1 || after; num += 1) {
      const rows: Awaited<ReturnType<typeof rowsOf>> = await rowsOf(read, center, {
        ...each,
        columns,
        after,
        most,
      })
      if (person) for (const { row } of rows) people.add(String(row[person]))
      if (rows.length > 0) yield lines(each.table, num, rows)
      after = rows.length === most ? (rows.at(-1)?.at ?? null) : null
    }
  }
  const ids = [...people]
  for (let from = 0; from < ids.length; from += most)
    yield lines(
      'people',
      from / most + 1,
      await peopleRows(read, ids.slice(from, from + most), shown('people')),
    )
  await database.write((db) => setExported(db, center))
}
