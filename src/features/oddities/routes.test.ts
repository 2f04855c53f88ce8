import { expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { oddities } from './api.ts'

const world = await openWorld()
const { database } = world

const cast = await database.write(async (db) => {
  const make = factories(db)
  const center = await make.center()
  const child = await make.student(center.id, { firstName: 'Ana', lastName: '&lt;Lima' })
  await make.klass(center.id, { name: 'Math 5', startsOn: '2026-02-01' })
  await make.klass(center.id, { name: 'English 3', day: 4, startsOn: '2026-01-01' })
  return {
    centerId: center.id,
    child,
    parent: await make.parent([child]),
    operator: await make.staff('operator', center.id),
    elsewhere: await make.staff('manager', (await make.center()).id),
  }
})
const { centerId } = cast
const office = await world.as(cast.operator)
const listed = async (more: object = {}) => (await office.call(oddities.list, { centerId, ...more })).body
const codes = async (more: object = {}) => (await listed(more)).map(({ code }) => code)

test('the list shows the most severe oddities first, then the oldest, and has snooze fields only for snoozed ones', async () => {
  const rows = await listed()
  expect(rows.map(({ code, severity, since }) => `${severity} ${code} ${since}`).slice(0, 2)).toEqual([
    'error TE01 2026-01-01',
    'error TE01 2026-02-01',
  ])
  expect(rows.map(({ severity }) => severity)).toEqual(
    rows
      .map(({ severity }) => severity)
      .toSorted((one, other) => 'error warn info'.indexOf(one) - 'error warn info'.indexOf(other)),
  )
  expect(rows[0]).not.toHaveProperty('snoozedUntil')
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
})

test('the list adds the meeting time to a class name shared by several classes, unless the sentence already mentions it', async () => {
  const texts = async (code: 'CP02' | 'TE01') => (await listed({ code })).map(({ text }) => text)
  expect(await texts('CP02')).toContain('English 3 has had no regular students for three weeks.')
  const { id } = await database.write((db) =>
    factories(db).klass(centerId, { name: 'English 3', day: 5, startsOn: '2026-01-01' }),
  )
  expect((await texts('CP02')).filter((text) => text.startsWith('English'))).toEqual([
    'English 3 (Thu 4:30 PM) has had no regular students for three weeks.',
    'English 3 (Fri 4:30 PM) has had no regular students for three weeks.',
  ])
  expect((await texts('TE01')).join()).not.toContain('(')
  await database.write((db) => db`update classes set name = 'English 4' where id = ${id}`)
})

test('the list can be filtered by severity or code', async () => {
  expect(new Set(await codes({ severity: 'error' }))).toEqual(new Set(['TE01']))
  expect(await codes({ code: 'ST03' })).toEqual(['ST03'])
  expect(await codes({ code: 'ST03', severity: 'error' })).toEqual([])
})

test('the list covers the requested days, but no more than about three months', async () => {
  expect(await codes({ code: 'TE01', to: '2026-03-02' })).toEqual([])
  expect(await codes({ code: 'TE01', from: '2026-03-05', to: '2026-03-05' })).toEqual(['TE01'])
  const statusOf = async (more: object) => (await office.call(oddities.list, { centerId, ...more })).status
  expect(await statusOf({ from: '2026-03-04', to: '2026-03-03' })).toBe(422)
  expect(await statusOf({ from: '2026-01-01', to: '2026-12-31' })).toBe(422)
  expect(await statusOf({ from: '2025-01-01' })).toBe(422)
  expect(await statusOf({ from: 'someday' })).toBe(422)
  expect(await statusOf({ code: 'XX01' })).toBe(400)
})

test('a snoozed oddity has its date and reason, comes back on that date, and its snooze can be ended early', async () => {
  const key = `ST03 ${cast.child.id}`
  const snooze = { centerId, key, until: '2026-03-10', reason: 'Comes back in April.' }
  const first = await office.call(oddities.snooze, snooze)
  expect([first.status, first.body]).toEqual([
    201,
    { key, until: '2026-03-10', reason: 'Comes back in April.', version: 1 },
  ])
  const ifMatch = (version: number) => ({ headers: { 'if-match': `"${version}"` } })
  expect(await office.call(oddities.snooze, { ...snooze, reason: 'Mine.' }, ifMatch(0))).toMatchObject({
    status: 412,
    body: { current: first.body },
  })
  expect((await office.call(oddities.snooze, { ...snooze, until: '2026-03-11' }, ifMatch(1))).status).toBe(
    200,
  )
  expect(await listed({ code: 'ST03' })).toMatchObject([
    { key, snoozedUntil: '2026-03-11', snoozedFor: 'Comes back in April.' },
  ])
  await database.single`update oddity_snoozes set until = '2026-03-03'`
  expect((await listed({ code: 'ST03' }))[0]).not.toHaveProperty('snoozedUntil')
  expect((await office.call(oddities.wake, { centerId, key })).status).toBe(204)
  expect((await office.call(oddities.wake, { centerId, key })).status).toBe(404)
  const trail = await database.read`select action from audit where center_id = ${centerId} order by id`
  expect(trail.map(({ action }) => action as string)).toEqual([
    'oddities.snooze',
    'oddities.snooze',
    'oddities.wake',
  ])
})

test('a snooze without a reason, with a past day or with an invalid key is refused', async () => {
  const key = `ST03 ${cast.child.id}`
  const statusOf = async (more: object) =>
    (await office.call(oddities.snooze, { centerId, key, until: '2026-03-10', reason: 'Later.', ...more }))
      .status
  expect(await statusOf({ reason: ' ' })).toBe(422)
  expect(await statusOf({ until: '2026-03-03' })).toBe(422)
  expect(await statusOf({ until: '2028-03-03' })).toBe(422)
  expect(await statusOf({ key: 'XX01 a' })).toBe(422)
  expect(await statusOf({ key: 'ST03' })).toBe(422)
})

test('other centers, families and anonymous callers can neither see the list nor snooze', async () => {
  const key = `ST03 ${cast.child.id}`
  const snooze = { centerId, key, until: '2026-03-10', reason: 'Later.' }
  for (const [who, status] of [
    [cast.elsewhere, 404],
    [cast.parent, 403],
    [null, 401],
  ] as const) {
    const caller = await world.as(who)
    expect((await caller.call(oddities.list, { centerId })).status).toBe(status)
    expect((await caller.call(oddities.snooze, snooze)).status).toBe(status)
    expect((await caller.call(oddities.wake, { centerId, key })).status).toBe(status)
  }
})
