import { beforeEach, describe, expect, test } from 'vitest'
import { automaticKinds } from '#features/family/subscriptions/kinds.ts'
import { subscriptions } from '#features/family/subscriptions/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { reminders } from './api.ts'

const world = await openWorld()
const { database } = world
const cast = await database.write(async (db) => {
  const make = factories(db)
  const { id: centerId } = await make.center({ phone: '+15185550142' })
  const { id: elsewhere } = await make.center()
  return {
    centerId,
    elsewhere,
    parent: await make.parent([await make.student(centerId)]),
    manager: await make.staff('manager', centerId),
    operator: await make.staff('operator', centerId),
  }
})
const { centerId, elsewhere } = cast
const manager = await world.as(cast.manager)
const operator = await world.as(cast.operator)
const parent = await world.as(cast.parent)
beforeEach(() => database.single`delete from reminders`)

test('every kind of message is off at first, and shows its real text for a made-up child', async () => {
  const { status, body } = await operator.call(reminders.list, { centerId })
  expect([status, body.map(({ kind }) => kind)]).toEqual([200, [...automaticKinds]])
  expect(body.filter(({ isOn }) => isOn)).toEqual([])
  expect(body.map(({ hour, days }) => [hour, days])).toEqual([
    [16, null],
    [null, null],
    [null, null],
    [null, 14],
    [null, 1],
    [null, null],
    [null, 3],
    [9, null],
  ])
  expect(body[1]?.preview).toEqual({
    subject: 'Sam was marked absent today',
    body: 'Hello Pilar,\n\nSam was marked absent from Math 5 today at 4:30\u00a0PM, and we hadn’t heard from you. If you didn’t expect this, please call us at 518-555-0142.\n',
  })
  for (const { preview } of body) {
    const [, words = ''] = preview.body.split('\n\n')
    expect([2, 3], words).toContain(words.match(/[.!?](\s|$)/g)?.length)
  }
})

describe('a manager', () => {
  test('can switch on a kind of message, and changing its setting keeps the time when it was switched on', async () => {
    const on = await manager.call(reminders.put, { centerId, kind: 'class', isOn: true, hour: 18 })
    expect([on.status, on.body.isOn, on.body.hour]).toEqual([200, true, 18])
    const since = async () =>
      (await database.read`select on_since from reminders`)[0]?.['onSince'] as Date | null
    const first = await since()
    await manager.call(reminders.put, { centerId, kind: 'class', isOn: true, hour: 9 })
    expect(await since()).toEqual(first)
    await manager.call(reminders.put, { centerId, kind: 'class', isOn: false, hour: 9 })
    expect(await since()).toBeNull()
    const log =
      await database.read`select after ->> 'isOn' as is_on from audit where action = 'reminders.change' order by id`
    expect(log.map(({ isOn }) => isOn as string)).toEqual(['true', 'true', 'false'])
  })

  test.each([
    ['an hour at night', { kind: 'class' as const, hour: 20 }],
    ['an hour for a kind of message that has none', { kind: 'absent' as const, hour: 10 }],
    ['0 days', { kind: 'expiry' as const, days: 0 }],
    ['too many days', { kind: 'overdue' as const, days: 31 }],
  ])('can’t choose %s', async (_, more) => {
    expect((await manager.call(reminders.put, { centerId, isOn: true, ...more })).status).toBe(422)
    expect(await database.read`select 1 from reminders`).toEqual([])
  })

  test('gets 404 for another center; operators and parents get 403', async () => {
    const input = { kind: 'class', isOn: true } as const
    expect((await manager.call(reminders.put, { centerId: elsewhere, ...input })).status).toBe(404)
    expect((await operator.call(reminders.put, { centerId, ...input })).status).toBe(403)
    expect((await parent.call(reminders.list, { centerId })).status).toBe(403)
    expect((await manager.call(reminders.put, { centerId, ...input, kind: 'spam' as never })).status).toBe(
      400,
    )
  })
})

test('a parent sees the kinds of messages that the center sends, and can turn each one off', async () => {
  const choices = async () => (await parent.call(subscriptions.list, {})).body[0]?.kinds
  expect(await choices()).toEqual([])
  await manager.call(reminders.put, { centerId, kind: 'report', isOn: true })
  expect(await choices()).toEqual([{ kind: 'report', wanted: true }])
  await parent.call(subscriptions.choose, { center: centerId, kind: 'report', wanted: false })
  expect(await choices()).toEqual([{ kind: 'report', wanted: false }])
})
