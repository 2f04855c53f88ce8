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

/** SQL for a list of the columns of an alias, such as `l.phone, l.phone_type`. */
export const listed = (db: Db, alias: string, columns: Columns) =>
  db.unsafe(
    Object.values(columns)
      .map((column) => `${alias}.${column}`)
      .join(', '),
  )

/** SQL for the fields of an alias within `json_build_object`. */
export const paired = (db: Db, alias: string, columns: Columns) =>
  db.unsafe(
    Object.entries(columns)
      .map(([name, column]) => `'${name}', ${alias}.${column}`)
      .join(', '),
  )
