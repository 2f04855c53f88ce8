import { expect, test } from 'vitest'
import { openWorld } from '#tests/world.ts'
import { columnsOf } from '#shared/inventory.ts'
import { inventory } from '../../../db/columns.ts'

const world = await openWorld()

test('every column of the database has a data class and a retention time', async () => {
  const rows = await world.database.read<{ tableName: string; columnName: string }[]>`
    select table_name, column_name from information_schema.columns where table_schema = 'public'`
  const there = rows.map(({ tableName, columnName }) => `${tableName}.${columnName}`)
  const listed = Object.keys(inventory).flatMap((table) =>
    columnsOf(inventory, table).map((column) => `${table}.${column}`),
  )
  const missing = there.filter((each) => !listed.includes(each))
  const why =
    'State in the fields.ts of its record, or else in src/features/privacy/columns.ts, which class (public, internal, personal, minor or secret) a new column belongs to'
  expect(missing, `${why}, and how long its table is kept.`).toEqual([])
  expect(
    listed.filter((each) => !there.includes(each)),
    'The database has no such column; remove it from the inventory.',
  ).toEqual([])
  expect(
    listed.filter((each, at) => listed.indexOf(each) !== at),
    'Each column belongs to exactly one class.',
  ).toEqual([])
})
