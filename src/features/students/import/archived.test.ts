import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { csvOf, importFixture, newName } from '#tests/import-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { checkStudents } from './checking/jobs.ts'
import { importStudents } from './jobs.ts'
import { undoStudentsImport } from './undo.ts'

/** Imports, undos and checks that are still queued when their center is archived. */

const world = await openWorld()
const { single, read } = world.database
const made = { students: [], parents: [], links: [], changed: [], changedLinks: [] }

test.each([
  ['students', 'waiting', 'failed', importStudents],
  ['students', 'undoing', 'done', undoStudentsImport],
  ['students-check', 'waiting', 'failed', checkStudents],
] as const)('a %s run that is %s ends as %s at an archived center', async (kind, state, end, work) => {
  const { centerId, operatorId: by, find, counts } = await importFixture(world)
  const [id, name] = [newId(), newName()]
  const input = {
    csv: csvOf(['', 'Ana', name, '4', 'Maria', `${name}@home.example`, '']),
    columns: null,
    choices: [],
    name: '',
    reached: [centerId],
  }
  await single`
    insert into runs (id, kind, center_id, by, state, total, input, made)
    values (${id}, ${kind}, ${centerId}, ${by}, ${state}, 1, ${state === 'undoing' ? null : single.json(input)}, ${single.json(made)})`
  const before = await counts()
  await single`update centers set archived_at = now() where id = ${centerId}`
  await work({ id, by }, world as never)
  const [run] = await read`select state, error, undone_at from runs where id = ${id}`
  expect(run).toEqual({
    state: end,
    error: 'The center was archived in the meantime, so nothing was changed.',
    undoneAt: null,
  })
  expect(await counts()).toEqual(before)
  await single`update centers set archived_at = null where id = ${centerId}`
  expect(await find(name)).toEqual([])
})
