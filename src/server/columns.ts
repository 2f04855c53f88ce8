import type { Db } from './db.ts'

/** Columns of a table by the names of the fields that they hold. */
type Columns = Readonly<Record<string, string>>

/** Row of a table: those of the columns whose fields a record has, with their values. */
export const rowOf = (columns: Columns, record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]) =>
      name in record ? [[column, record[name] as string | number | boolean | null]] : [],
    ),
  )

/** SQL for setting the columns whose fields a record has to those of the alias `new`. */
export const assigned = (db: Db, columns: Columns, record: Readonly<Record<string, unknown>> = {}) =>
  db.unsafe(
    Object.keys(rowOf(columns, record))
      .map((column) => `${column} = new.${column}, `)
      .join(''),
  )
