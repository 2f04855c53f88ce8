import type { Db } from './db.ts'

/** Maps field names to a table's columns. */
type Columns = Readonly<Record<string, string>>

/** Returns the table row for a record, with only the columns for fields that the record has. */
export const rowOf = (columns: Columns, record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]) =>
      name in record ? [[column, record[name] as string | number | boolean | null]] : [],
    ),
  )

/** Returns SQL assignments such as `phone = new.phone, ` for the columns whose fields the record has. */
export const assigned = (db: Db, columns: Columns, record: Readonly<Record<string, unknown>> = {}) =>
  db.unsafe(
    Object.keys(rowOf(columns, record))
      .map((column) => `${column} = new.${column}, `)
      .join(''),
  )

/** Returns the columns as an SQL list with the table's alias, such as `l.phone, l.phone_type`. */
export const columnList = (db: Db, alias: string, columns: Columns) =>
  db.unsafe(
    Object.values(columns)
      .map((column) => `${alias}.${column}`)
      .join(', '),
  )

/**
 * Returns SQL arguments for `json_build_object`: each field's name, then its column with the table's alias.
 */
export const paired = (db: Db, alias: string, columns: Columns) =>
  db.unsafe(
    Object.entries(columns)
      .map(([name, column]) => `'${name}', ${alias}.${column}`)
      .join(', '),
  )
