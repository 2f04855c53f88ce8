import type { Db } from '#server/db.ts'
import { pipeline } from 'node:stream/promises'
import { copyIn, copyOut } from '#server/connect.ts'
import { type Table, tablesOf } from './catalog.ts'

/**
 * Tables of a center that a restore doesn't change: records of what happened (the audit log, imports), and
 * what gives access, because access may have been revoked since the backup.
 */
const untouched = ['audit', 'runs', 'access_tokens', 'devices', 'webhooks', 'webhook_deliveries']
/** Table that is computed from other tables, so a restore recomputes it instead of copying it. */
const derived = 'student_keys'

const columnsIn = (tables: readonly Table[], name: string) =>
  tables.find((table) => table.name === name)?.columns ?? []

/** Returns the columns of a table that a backup contains, or an empty list if the table isn't backed up. */
export const columnsOf = async (db: Db, name: string) => columnsIn(await tablesOf(db), name)

/** A table of a center, with the column that contains the center's id. */
export type Part = { name: string; columns: string[]; center: string }

/** Returns the tables to restore, `centers` first. */
export async function partsOf(db: Db): Promise<Part[]> {
  const tables = await tablesOf(db)
  const own = tables.filter(
    ({ name, columns }) => columns.includes('center_id') && ![...untouched, derived].includes(name),
  )
  return [
    { name: 'centers', columns: columnsIn(tables, 'centers'), center: 'id' },
    ...own.map(({ name, columns }) => ({ name, columns, center: 'center_id' })),
  ]
}

export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
export const listed = (columns: readonly string[]) => columns.join(', ')

/** Number of a center's rows in a table, now and in the backup. */
export type Count = { table: string; now: number; backup: number }

export async function countsOf(
  now: Db,
  then: Db,
  { parts, center }: { parts: readonly Part[]; center: string },
) {
  const all: Count[] = []
  for (const { name, center: column } of parts) {
    const select = `select count(*)::int as n from ${name} where ${column} = ${literal(center)}`
    const [[here], [there]] = [
      await now.unsafe<{ n: number }[]>(select),
      await then.unsafe<{ n: number }[]>(select),
    ]
    all.push({ table: name, now: here?.n ?? 0, backup: there?.n ?? 0 })
  }
  return all
}

/**
 * Runs a query in the database `from`, and copies its rows into a new temporary table of the database `to`.
 * The table is called `brought_` plus `name`, has the given columns of the table `name`, and lasts as long as
 * the connection.
 */
export async function copyToTemp(
  from: Db,
  to: Db,
  { name, columns, select }: { name: string; columns: string[]; select: string },
) {
  await to.unsafe(`create temp table brought_${name} as select ${listed(columns)} from ${name} with no data`)
  const rows = copyIn(to, `brought_${name} (${listed(columns)})`)
  await pipeline(copyOut(from, select), rows)
}
