import { v7 as newId } from 'uuid'
import { afterEach, describe, expect, test } from 'vitest'
import { csvOf, importFixture, newName } from '#tests/import-fixture.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import type { CenterId } from '#server/gate.ts'
import { sweep } from '#server/sweep.ts'
import { studentImports } from '../api.ts'
import { checkStudents } from './jobs.ts'
import { brokeOff, putCheck } from './queries.ts'
import { eventually } from '#tests/eventually.ts'

const world = await openWorld()
const stage = await importFixture(world)
const { centerId, operator, send, dry, commit } = stage
const { write, read } = world.database
const colleague = await write((db) => factories(db).staff('operator', centerId))
const other = await world.as(colleague)

const manyRows = (name: string, count = 1000) =>
  Array.from({ length: count }, (_, at) => ['', `Child${at}`, `${name} ${at}`, '4', '', '', ''])
const list = async (caller = operator) => (await caller.call(studentImports.list, { centerId })).body
const one = (id: string, { caller = operator, withFile = false } = {}) =>
  caller.call(studentImports.one, { centerId, id, withFile })
const discard = () => operator.call(studentImports.discard, { centerId })
const mine = async () => (await list()).find(({ dryRun }) => dryRun)
const kept = () => read`select id from runs where kind = 'students-check'`
const state = (id: string) =>
  eventually(async () => {
    const found = (await one(id)).body.import
    expect(['done', 'failed']).toContain(found.state)
    return found
  })

/**
 * Creates a dry run that `by` (normally the colleague) started `minutes` ago, without queuing a job for it.
 */
async function queued({ minutes = 0, by = colleague.id } = {}) {
  const id = newId()
  const work = {
    csv: csvOf(...manyRows(newName(), 3)),
    columns: null,
    choices: [],
    name: 'students.csv',
    reached: [centerId as CenterId],
  }
  await write(async (db) => {
    await putCheck(db, { id, centerId: centerId as CenterId, by, input: work, total: 3, checked: null })
    await db`update runs set created_at = now() - make_interval(mins => ${minutes}) where id = ${id}`
  })
  return id
}
const work = (id: string) => checkStudents({ id }, world as never)

afterEach(() => write((db) => db`delete from runs where kind = 'students-check'`).then(() => {}))

describe('a dry run of a large file', () => {
  test('responds before the file is read, and a job checks the file in steps', async () => {
    const begun = await send(csvOf(...manyRows(newName())), { dryRun: true })
    expect([begun.status, begun.body]).toMatchObject([
      201,
      { checked: null, import: { dryRun: true, state: 'waiting', done: 0, total: 3, undoable: false } },
    ])
    expect(await state(begun.body.import._id)).toMatchObject({
      state: 'done',
      done: 3,
      total: 3,
      error: null,
    })
    const { checked, file } = (await one(begun.body.import._id)).body
    expect([checked?.rows.length, checked?.rows.every((row) => row.do === 'create'), file]).toEqual([
      1000,
      true,
      null,
    ])
  })

  test('waits in one queue for the whole server, regardless of the number of processes', async () => {
    const begun = await send(csvOf(...manyRows(newName())), { dryRun: true })
    expect(await read`select queue_name from graphile_worker._private_job_queues`).toEqual([
      { queueName: 'check-students' },
    ])
    await state(begun.body.import._id)
  })

  test('reports errors that concern the whole file', async () => {
    const { errors, rows } = await dry(`First name,Grade\n${'Ana\n'.repeat(1000)}`)
    expect([errors[0], rows]).toMatchObject([{ line: 2, message: 'has 1 cell, but the header has 2' }, []])
  })

  test('runs one at a time at a center, and is replaced by its owner’s next one', async () => {
    const [first, csv] = [await queued(), csvOf(...manyRows(newName()))]
    expect(await send(csv, { dryRun: true })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { message: 'Another file is being checked at this center. Please wait a moment.' },
    })
    const second = await other.call(studentImports.start, { centerId, csv, dryRun: true })
    expect([second.status, (await one(first, { caller: other })).status]).toEqual([201, 404])
    expect(await kept()).toMatchObject([{ id: second.body.import._id }])
  })

  test('doesn’t prevent others from checking a short file', async () => {
    await queued()
    const { status, body } = await send(csvOf(...manyRows(newName(), 200)), { dryRun: true })
    expect([status, body.import.state, body.checked?.rows.length]).toEqual([201, 'done', 200])
  })

  test('restarts if its process was killed', async () => {
    const id = await queued({ by: stage.operatorId })
    await write((db) => db`update runs set state = 'running', done = 2 where id = ${id}`)
    await work(id)
    expect((await one(id)).body).toMatchObject({
      import: { state: 'done', done: 3 },
      checked: { errors: [] },
    })
    await work(id)
    expect((await one(id)).body.import).toMatchObject({ state: 'done' })
  })

  test('fails if its job is lost, and doesn’t block others', async () => {
    const id = await queued({ minutes: 6 })
    expect((await one(id, { caller: other })).body.import).toMatchObject({ state: 'failed', error: brokeOff })
    await work(id)
    expect((await one(id, { caller: other })).body.import).toMatchObject({ state: 'failed' })
    const begun = await send(csvOf(...manyRows(newName())), { dryRun: true })
    expect((await state(begun.body.import._id)).state).toBe('done')
    expect((await one(id, { caller: other })).body.import).toMatchObject({ state: 'failed', error: brokeOff })
  })

  test('can be discarded, even while the job is running', async () => {
    const id = await queued({ by: stage.operatorId })
    const under = work(id)
    await discard()
    await under
    expect([(await one(id)).status, [...(await kept())], (await discard()).status]).toEqual([404, [], 204])
  })
})

describe('a checked file', () => {
  test('can be fetched only by its owner, with the columns and choices that it was checked with', async () => {
    const csv = csvOf(['', 'Ana', newName(), '4', '', '', ''])
    const choices = [{ row: 2, do: 'skip' as const }]
    const { body } = await operator.call(studentImports.start, {
      centerId,
      csv,
      dryRun: true,
      choices,
      name: 'students.csv',
    })
    const found = await mine()
    expect(found).toEqual(body.import)
    const { checked, file } = (await one(body.import._id, { withFile: true })).body
    expect([checked, file]).toEqual([body.checked, { csv, columns: null, choices, name: 'students.csv' }])
    expect([
      (await list(other)).filter(({ dryRun }) => dryRun),
      (await one(body.import._id, { caller: other })).status,
    ]).toEqual([[], 404])
    expect((await operator.call(studentImports.undo, { centerId, id: body.import._id })).status).toBe(404)
  })

  test('is deleted when it is imported or discarded, and after a day', async () => {
    const csv = csvOf(['', 'Ana', newName(), '4', '', '', ''])
    await dry(csv)
    await commit(csv)
    expect([...(await kept())]).toEqual([])
    await dry(csv)
    await discard()
    expect([...(await kept())]).toEqual([])
    await dry(csv)
    await sweep(null, world)
    expect(await kept()).toHaveLength(1)
    await write(
      (db) => db`update runs set created_at = now() - interval '25 hours' where kind = 'students-check'`,
    )
    await sweep(null, world)
    expect([...(await kept())]).toEqual([])
  })
})

describe('an import of a large file', () => {
  test('starts without reading the file, and fails with an explanation if rows are wrong', async () => {
    const wrong = [...manyRows(newName(), 300), ['', '', 'Nobody', '', '', '', '']]
    const { status, body } = await send(csvOf(...wrong))
    expect([status, body.import]).toMatchObject([201, { state: 'waiting', total: 301, dryRun: false }])
    expect(await state(body.import._id)).toMatchObject({
      state: 'failed',
      error: 'One row can’t be imported, so nothing was.',
      created: 0,
    })
  })

  test('counts the imported rows, but not the skipped ones', async () => {
    const rows = manyRows(newName(), 300)
    const { body } = await send(csvOf(...rows), {
      choices: rows.slice(0, 100).map((_, at) => ({ row: at + 2, do: 'skip' as const })),
    })
    expect(await state(body.import._id)).toMatchObject({ state: 'done', total: 200, done: 200, created: 200 })
  })
})
