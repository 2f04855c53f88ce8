import { expect, test } from 'vitest'
import { sampleFile } from '#features/students/import/columns.ts'
import { sendable } from '#features/students/import/plan.ts'
import { factories } from '#tests/factories.ts'
import { importFixture } from '#tests/import-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { tableImports } from './api.ts'
import { type ImportKind, sampleOf } from './columns.ts'

const world = await openWorld()
const { centerId, dry, commit } = await importFixture(world)
const manager = await world.as(await world.database.write((db) => factories(db).staff('manager', centerId)))

/** Checks a sample file, imports it, and returns what the check says about each row. */
async function importSample(kind: ImportKind) {
  const send = async (dryRun: boolean) => {
    const { status, body } = await manager.call(tableImports.start, {
      centerId,
      kind,
      csv: sendable(sampleOf(kind)).csv,
      dryRun,
    })
    expect(status).toBe(201)
    return body.checked
  }
  const { errors, rows } = await send(true)
  await send(false)
  return [...errors, ...rows.map(({ does, title, note }) => [does, title, note])]
}

test('every row of the sample files is added if they are imported one after another', async () => {
  expect(await importSample('staff')).toEqual([
    ['add', 'Rosa Diaz', ''],
    ['add', 'Omar Haddad', 'Gets an invitation'],
  ])
  expect(await importSample('classes')).toEqual([
    ['add', 'Algebra A', ''],
    ['add', 'Reading 2', ''],
  ])
  const { csv } = sendable(sampleFile())
  const students = await dry(csv)
  expect(students.errors).toEqual([])
  expect(students.rows.map((row) => [row.do, row.errors])).toEqual([
    ['create', []],
    ['create', []],
  ])
  await commit(csv)
  expect(await importSample('enrollments')).toEqual([
    ['add', '1001', ''],
    ['add', 'Sam Lee', 'On the waitlist'],
  ])
})
