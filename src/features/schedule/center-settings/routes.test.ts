import { beforeAll, describe, expect, test } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import { centers } from '#features/centers/api.ts'
import { schedules } from '../api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import { settings } from './api.ts'

const world = await openWorld()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let manager: Caller

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center({ id: 'North' }), await make.center({ id: 'South' })]
    const operator = await make.staff('operator', north.id)
    const klass = await make.klass(north.id, { name: 'Math 5' })
    const student = await make.student(north.id)
    await make.place(klass, student.id)
    return {
      klass,
      student,
      operator,
      manager: await make.staff('manager', north.id),
      stranger: await make.staff('manager', south.id),
      admin: await make.staff('admin', null),
      editor: await make.staff('editor', null),
      device: { ...(await make.device(north.id, operator.id)), kind: 'devices' as const, centerId: north.id },
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  manager = await world.as(cast.manager)
})

type Who = Parameters<typeof world.as>[0]
const others = (): [Who, number][] => [
  [null, 401],
  [cast.operator, 403],
  [cast.editor, 403],
  [cast.student, 403],
  [cast.device, 403],
  [cast.stranger, 404],
]
const north = { centerId: 'North' }

describe('the settings of a center', () => {
  test('can be changed one by one without affecting the rest, and are readable by all staff', async () => {
    const first = await manager.call(settings.change, {
      ...north,
      city: 'New <Haven>',
      timeZone: 'Asia/Kolkata',
      subjects: ['English', 'Math'],
    })
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        _id: 'North',
        address: '1 Main St',
        city: 'New &lt;Haven&gt;',
        timeZone: 'Asia/Kolkata',
        subjects: ['English', 'Math'],
        makeupBooking: 'office',
        version: 2,
      },
    ])
    const second = await manager.call(settings.change, {
      ...north,
      makeupRule: 'always',
      makeupBooking: 'confirm',
      noticeHours: 0,
      creditDays: 730,
    })
    expect(second.body).toMatchObject({
      city: 'New &lt;Haven&gt;',
      makeupRule: 'always',
      makeupBooking: 'confirm',
      noticeHours: 0,
      creditDays: 730,
      version: 3,
    })
    expect((await (await world.as(cast.operator)).call(centers.one, north)).body).toEqual(second.body)
    const trail = await world.database
      .read`select action, person_id, after from audit where entity_id = 'North' order by id`
    expect([...trail]).toMatchObject([
      { action: 'centers.change', personId: cast.manager.id, after: { timeZone: 'Asia/Kolkata' } },
      { action: 'centers.change', after: { creditDays: 730 } },
    ])
  })

  test('aren’t overwritten by a stale change, which returns 412 with the current values', async () => {
    const { version } = (await manager.call(centers.one, north)).body
    const write = (zip: string) =>
      manager.call(settings.change, { ...north, zip }, { headers: { 'if-match': `"${version}"` } })
    const both = await Promise.all([write('11111'), write('22222')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const winner = both.find(({ status }) => status === 200)
    expect(both.find(({ status }) => status === 412)?.body).toMatchObject({
      current: { zip: winner?.body.zip, version: version + 1 },
    })
  })

  test('include contact details for families, which may be empty', async () => {
    const reach = { phone: '(518) 555-0142', email: 'office@test.example' }
    const set = await manager.call(settings.change, { ...north, ...reach })
    expect(set.body).toMatchObject({ phone: '+15185550142', email: reach.email })
    const wrong = await manager.call(settings.change, { ...north, phone: '555-0142' })
    expect([wrong.status, wrong.body]).toMatchObject([422, { errors: [{ path: '/phone' }] }])
    const none = await manager.call(settings.change, { ...north, phone: '', email: ' ' })
    expect(none.body).toMatchObject({ phone: '', email: '' })
  })

  test('can be changed only by the center’s manager or an admin', async () => {
    for (const [who, want] of others())
      expect(
        (await (await world.as(who)).call(settings.change, { ...north, city: 'Elsewhere' })).status,
      ).toBe(want)
    expect((await (await world.as(cast.admin)).call(settings.change, { ...north, state: 'CT' })).status).toBe(
      200,
    )
    expect((await manager.call(centers.one, north)).body.city).toBe('New &lt;Haven&gt;')
  })

  test.each<[string, object, number, string]>([
    ['an unknown time zone', { timeZone: 'Springfield' }, 422, '/timeZone'],
    ['an empty list of subjects', { subjects: [] }, 422, '/subjects'],
    ['a subject twice', { subjects: ['Math', 'Math'] }, 422, '/subjects'],
    ['an unknown subject', { subjects: ['Chess'] }, 400, '/subjects/0'],
    ['an unknown rule', { makeupRule: 'sometimes' }, 400, '/makeupRule'],
    ['an unknown booking mode', { makeupBooking: 'anybody' }, 400, '/makeupBooking'],
    ['negative hours', { noticeHours: -1 }, 422, '/noticeHours'],
    ['more than two weeks of notice', { noticeHours: 337 }, 422, '/noticeHours'],
    ['fractional hours', { noticeHours: 1.5 }, 400, '/noticeHours'],
    ['credits of zero days', { creditDays: 0 }, 422, '/creditDays'],
    ['an email address without a domain', { email: 'office@maple' }, 422, '/email'],
    ['a new name', { name: 'West' }, 400, '/name'],
  ])('refuse %s', async (_, raw, status, path) => {
    const answer = await manager.call(settings.change, north, { raw })
    expect([answer.status, answer.body]).toMatchObject([status, { errors: [{ path }] }])
  })
})

describe('closed days', () => {
  const close = (date: string, name: string, until?: string, who = manager) =>
    who.call(settings.close, { ...north, date, name, until })
  const list = async () => (await manager.call(settings.closures, north)).body

  test('can be added one at a time or as a range, have a name, and have no classes', async () => {
    expect(await close('2026-12-29', 'Winter <break>', '2027-01-01')).toMatchObject({
      status: 201,
      body: { length: 4 },
    })
    expect((await close('2026-03-10', 'Inventory')).body).toEqual([{ date: '2026-03-10', name: 'Inventory' }])
    await close('2026-12-31', 'New Year’s Eve')
    expect(await list()).toEqual([
      { date: '2026-03-10', name: 'Inventory' },
      { date: '2026-12-29', name: 'Winter &lt;break&gt;' },
      { date: '2026-12-30', name: 'Winter &lt;break&gt;' },
      { date: '2026-12-31', name: 'New Year’s Eve' },
      { date: '2027-01-01', name: 'Winter &lt;break&gt;' },
    ])
    const day = async () => (await manager.call(schedules.day, { ...north, scheduleId: '2026-03-10' })).body
    expect(await day()).toMatchObject({ closed: { name: 'Inventory' }, schedules: [] })
    expect((await manager.call(settings.reopen, { ...north, date: '2026-03-10' })).status).toBe(204)
    expect(await day()).toMatchObject({ closed: null, schedules: [{ name: 'Math 5' }] })
    expect((await manager.call(settings.reopen, { ...north, date: '2026-03-10' })).status).toBe(404)
    const trail = await world.database
      .read`select action from audit where entity_id = 'North 2026-03-10' order by id`
    expect(trail.map(({ action }) => action as string)).toEqual(['centers.close', 'centers.reopen'])
  })

  test('can’t include a day with attendance', async () => {
    const marks = [{ studentId: cast.student.id, mark: 'present' as const }]
    await manager.call(attendance.take, { ...north, classId: cast.klass.id, on: today, marks })
    expect(await close('2026-03-01', 'Snow', '2026-03-05')).toMatchObject({
      status: 409,
      body: { code: 'attendance_taken' },
    })
    expect((await list()).filter(({ name }) => name === 'Snow')).toEqual([])
  })

  test('can be set only by the center’s manager or an admin, and are readable by the office', async () => {
    for (const [who, want] of others()) {
      const caller = await world.as(who)
      expect((await close('2026-08-01', 'Ours', undefined, caller)).status).toBe(want)
      expect((await caller.call(settings.reopen, { ...north, date: '2026-12-31' })).status).toBe(want)
    }
    const reads = async (who: Who) => (await (await world.as(who)).call(settings.closures, north)).status
    expect([
      await reads(null),
      await reads(cast.editor),
      await reads(cast.stranger),
      await reads(cast.operator),
    ]).toEqual([401, 403, 404, 200])
    expect((await close('2026-08-01', 'Holiday', undefined, await world.as(cast.admin))).status).toBe(201)
  })

  test.each<[string, object, number, string]>([
    ['without a name', { date: '2026-09-01', name: ' ' }, 422, '/name'],
    ['on an invalid date', { date: '2026-02-29', name: 'Leap' }, 422, '/date'],
    ['ending before they start', { date: '2026-09-02', until: '2026-09-01', name: 'Back' }, 422, '/until'],
    ['for more than 62 days', { date: '2026-09-01', until: '2026-11-02', name: 'Long' }, 422, '/until'],
    ['without a day', { name: 'Never' }, 400, '/date'],
  ])('are refused %s', async (_, raw, status, path) => {
    const answer = await manager.call(settings.close, { ...north, date: '2026-09-01', name: 'x' }, { raw })
    expect([answer.status, answer.body]).toMatchObject([status, { errors: [{ path }] }])
    expect((await list()).filter(({ date }) => date.startsWith('2026-09'))).toEqual([])
  })
})
