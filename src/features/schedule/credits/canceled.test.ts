import { describe, expect, test } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import { settings } from '../center-settings/api.ts'
import { emails } from '#features/emails/api.ts'
import { days } from '../days/api.ts'
import { placesFixture } from '#tests/places-fixture.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { credits } from './api.ts'

const world = await openWorld()
const stage = await placesFixture(world)
const { cast, operator, manager, stranger, newClass, newStudent, newPlace, enroll, rosterOf } = stage
const centerId = cast.center
const tuesday = '2026-03-10'

type Klass = Awaited<ReturnType<typeof newClass>>

const ledger = async (studentId: string) =>
  (await operator.call(credits.ofStudent, { centerId, studentId })).body
const cancel = (klass: Klass, on: string, reason: string | null = 'Snow') =>
  operator.call(days.change, {
    centerId,
    scheduleId: on,
    classes: [{ classId: klass.id, cancel: reason === null ? null : { reason } }],
  })
const close = (date: string, until = date) =>
  manager.call(settings.close, { centerId, date, until, name: 'Snow' })
const reopen = (date: string) => manager.call(settings.reopen, { centerId, date })
const take = (klass: Klass, studentId: string, on: string, mark: 'present' | 'absent' | null) =>
  operator.call(attendance.take, { centerId, classId: klass.id, on, marks: [{ studentId, mark }] })
const effects = (more: object, by: Caller = operator) =>
  by.call(credits.effects, { centerId, date: tuesday, meets: false, ...more })

/**
 * Creates a class with five students: a regular, a regular on a break, and one each on the waitlist, for a
 * make-up and for a trial.
 */
async function fullClass(on: string, more: Parameters<typeof newClass>[0] = {}) {
  const [klass, missed] = [await newClass(more), await newClass({ ...more, day: 1 })]
  const [regular, resting, waiting, guest, trial] = await Promise.all(
    Array.from({ length: 5 }, () => newStudent()),
  )
  if (!regular || !resting || !waiting || !guest || !trial) throw new Error('There are five.')
  await newPlace(klass, regular.id)
  await stage.pause(await newPlace(klass, resting.id), '2026-03-01', '2026-12-31')
  await newPlace(klass, waiting.id, { type: 'waitlist' })
  const credit = await stage.credit(missed, guest.id, '2026-12-31')
  const { body } = await enroll(klass, guest.id, { type: 'make-up', startDate: on, creditId: credit })
  await enroll(klass, trial.id, { type: 'trial', startDate: on })
  return { klass, regular, resting, waiting, guest, trial, placeId: body._id }
}

type Way = {
  off: (klass: Klass, on: string) => Promise<{ status: number }>
  on: (klass: Klass, on: string) => Promise<{ status: number; body: unknown }>
}
const ways: [string, string, Way][] = [
  [
    'a class is canceled',
    '2026-03-17',
    { off: (klass, on) => cancel(klass, on), on: (klass, on) => cancel(klass, on, null) },
  ],
  ['the day is closed', '2026-03-24', { off: (_, on) => close(on), on: (_, on) => reopen(on) }],
]

describe.each(ways)('when %s', (_, on, way) => {
  test('regulars get a credit, and the credits of booked make-ups reopen; undoing it reverses both', async () => {
    const { klass, regular, resting, waiting, guest, trial, placeId } = await fullClass(on)
    expect((await way.off(klass, on)).status).toBeLessThan(300)
    expect(await ledger(regular.id)).toMatchObject([{ state: 'open', reason: 'canceled', missedOn: on }])
    expect(await ledger(guest.id)).toMatchObject([{ state: 'open', place: { _id: placeId, on } }])
    for (const { id } of [resting, waiting, trial]) expect(await ledger(id)).toEqual([])
    expect((await way.on(klass, on)).status).toBeLessThan(300)
    expect(await ledger(regular.id)).toMatchObject([{ state: 'void' }])
    expect(await ledger(guest.id)).toMatchObject([{ state: 'booked', place: { _id: placeId } }])
    expect((await rosterOf(klass, on)).badges.get(guest.id)).toBe('MU')
  })

  test('a rebooked make-up permanently replaces the original one', async () => {
    const { klass, guest, placeId } = await fullClass(on, { subject: 'English' })
    const other = await newClass({ subject: 'English', day: 5 })
    await way.off(klass, on)
    const [credit] = await ledger(guest.id)
    const found = await operator.call(credits.makeups, { centerId, creditId: credit?._id as string, to: on })
    expect(found.body.some(({ classId }) => classId === other.id)).toBe(true)
    expect((await enroll(other, guest.id, { type: 'make-up', startDate: '2026-03-13' })).status).toBe(201)
    await way.on(klass, on)
    expect((await rosterOf(klass, on)).badges.has(guest.id)).toBe(false)
    expect(await ledger(guest.id)).toMatchObject([{ state: 'booked', place: { classId: other.id } }])
    expect(await stage.spentOn(credit?._id as string)).not.toBe(placeId)
  })

  test('a credit that was used becomes void when this is undone, but its make-up stays', async () => {
    const { klass, regular } = await fullClass(on, { subject: 'Group' })
    const other = await newClass({ subject: 'Group', day: 5 })
    await way.off(klass, on)
    await enroll(other, regular.id, { type: 'make-up', startDate: '2026-03-13' })
    await way.on(klass, on)
    expect(await ledger(regular.id)).toMatchObject([{ state: 'void', place: { classId: other.id } }])
    await way.off(klass, on)
    expect(await ledger(regular.id)).toMatchObject([{ state: 'booked' }])
    await way.on(klass, on)
  })
})

describe.each(ways)('when %s, undoing it', (_, on, way) => {
  test('is refused if there would be more students than seats, unless a manager gave a reason', async () => {
    const { klass } = await fullClass(on, { subject: 'Private Tutoring', maxSize: 4 })
    await way.off(klass, on)
    expect((await enroll(klass, (await newStudent()).id)).status).toBe(201)
    expect((await enroll(klass, (await newStudent()).id)).status).toBe(201)
    expect(await way.on(klass, on)).toMatchObject({
      status: 409,
      body: { code: 'class_full', on, seats: 5, maxSize: 4 },
    })
    expect((await rosterOf(klass, on)).seats ?? 0).toBe(0)
    await world.database.write(
      (db) => db`update places set over_reason = 'Twins' where class_id = ${klass.id} and type = 'trial'`,
    )
    expect((await way.on(klass, on)).status).toBeLessThan(300)
    expect((await rosterOf(klass, on)).seats).toBe(5)
  })
})

test('a class can’t be reinstated while a student is in another one at that time, unless the day has passed', async () => {
  const [klass, other, child] = [await newClass(), await newClass({ time: '17:00' }), await newStudent()]
  await newPlace(klass, child.id, { startsOn: '2026-02-24' })
  await cancel(klass, '2026-02-24')
  await newPlace(other, child.id, { startsOn: '2026-02-24', endsOn: '2026-02-24', type: 'trial' })
  expect((await cancel(klass, '2026-02-24', null)).status).toBe(200)
  await cancel(klass, tuesday)
  expect((await enroll(other, child.id, { type: 'trial', startDate: tuesday })).status).toBe(201)
  const refused = await cancel(klass, tuesday, null)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'overlapping', on: tuesday, time: '17:00' },
  ])
  expect((await operator.call(days.clear, { centerId, scheduleId: tuesday })).status).toBe(409)
})

describe('an absence reported in advance', () => {
  test('can’t be cleared, alone or in a batch, once its seat has been given away', async () => {
    const [klass, child, guest] = [await newClass({ maxSize: 1 }), await newStudent(), await newStudent()]
    await newPlace(klass, child.id)
    const { body } = await take(klass, child.id, tuesday, 'absent')
    await enroll(klass, guest.id, { type: 'trial', startDate: tuesday })
    const full = { status: 409, body: { code: 'class_full', seats: 2, maxSize: 1 } }
    expect(await take(klass, child.id, tuesday, null)).toMatchObject(full)
    expect(await operator.call(attendance.clear, { centerId, id: body[0]?._id as string })).toMatchObject(
      full,
    )
    expect((await rosterOf(klass, tuesday)).seats).toBe(1)
  })

  test('can’t be cleared while the student is in another class at that time', async () => {
    const [klass, other, child] = [await newClass(), await newClass(), await newStudent()]
    await newPlace(klass, child.id)
    await take(klass, child.id, tuesday, 'absent')
    expect((await enroll(other, child.id, { type: 'trial', startDate: tuesday })).status).toBe(201)
    expect((await take(klass, child.id, tuesday, null)).body).toMatchObject({ code: 'overlapping' })
  })
})

test('the center’s credit rule also applies to closed days, and reopening a day doesn’t reinstate a canceled class', async () => {
  const { klass, regular } = await fullClass('2026-03-31')
  await manager.call(settings.change, { centerId, makeupRule: 'never' })
  await close('2026-03-31')
  expect(await ledger(regular.id)).toEqual([])
  await reopen('2026-03-31')
  await manager.call(settings.change, { centerId, makeupRule: 'notice' })
  await cancel(klass, '2026-03-31')
  await close('2026-03-31')
  await reopen('2026-03-31')
  expect(await ledger(regular.id)).toMatchObject([{ state: 'open', reason: 'canceled' }])
})

describe('an absence from a make-up', () => {
  test('reported in time reopens the credit until the absence is cleared', async () => {
    const { klass, guest } = await fullClass('2026-04-07')
    await take(klass, guest.id, '2026-04-07', 'absent')
    expect(await ledger(guest.id)).toMatchObject([{ state: 'open' }])
    await take(klass, guest.id, '2026-04-07', null)
    expect(await ledger(guest.id)).toMatchObject([{ state: 'booked' }])
  })

  test('reported too late uses up the credit', async () => {
    const { klass, guest } = await fullClass('2026-03-03', { time: '23:00', minutes: 30 })
    await take(klass, guest.id, '2026-03-03', 'absent')
    expect(await ledger(guest.id)).toMatchObject([{ state: 'forfeited' }])
  })
})

describe('the limit of open credits per subject', () => {
  const tuesdays = ['2026-05-05', '2026-05-12', '2026-05-19', '2026-05-26']

  async function enough(subject: string) {
    const [klass, student] = [await newClass({ subject }), await newStudent()]
    await newPlace(klass, student.id)
    for (const on of tuesdays) await take(klass, student.id, on, 'absent')
    return { klass, id: student.id }
  }

  test('keeps an excess credit void, with a reason, even after another is voided, until staff restore it', async () => {
    const { klass, id } = await enough('Math')
    const [last, ...rest] = await ledger(id)
    expect(last).toMatchObject({ missedOn: '2026-05-26', state: 'void', overLimit: 3 })
    expect(rest.map(({ state }) => state)).toEqual(['open', 'open', 'open'])
    await operator.call(credits.change, { centerId, creditId: rest[0]?._id as string, void: true })
    await take(klass, id, '2026-05-26', 'absent')
    expect((await ledger(id))[0]).toMatchObject({ state: 'void', overLimit: 3 })
    const given = await operator.call(credits.change, {
      centerId,
      creditId: last?._id as string,
      void: false,
    })
    expect(given.body).toMatchObject({ state: 'open', overLimit: null })
  })

  test('ignores credits of other subjects, credits for a later period and granted credits, and is set by the center', async () => {
    const { klass, id } = await enough('English')
    const math = await newClass({ time: '19:00' })
    await newPlace(math, id)
    await take(math, id, '2026-05-26', 'absent')
    await take(klass, id, '2026-09-01', 'absent')
    const states = (await ledger(id)).map(({ className, missedOn, state }) => [className, missedOn, state])
    expect(states).toEqual(
      expect.arrayContaining([
        [math.name, '2026-05-26', 'open'],
        [klass.name, '2026-05-26', 'void'],
        [klass.name, '2026-09-01', 'open'],
      ]),
    )
    await operator.call(credits.grant, {
      centerId,
      studentId: id,
      classId: klass.id,
      missedOn: '2026-05-26',
      reason: 'Fair',
    })
    expect((await ledger(id)).every(({ state }) => state === 'open')).toBe(true)
    await manager.call(settings.change, { centerId, creditLimit: 1 })
    await take(math, id, '2026-06-02', 'absent')
    expect((await ledger(id)).find(({ missedOn }) => missedOn === '2026-06-02')).toMatchObject({
      state: 'void',
      overLimit: 1,
    })
    await manager.call(settings.change, { centerId, creditLimit: 3 })
  })

  test('applies to several classes canceled in one request', async () => {
    const [klass, student] = [await newClass({ subject: 'Group', day: 4 }), await newStudent()]
    await newPlace(klass, student.id)
    await close('2026-07-01', '2026-07-31')
    expect((await ledger(student.id)).map(({ state }) => state).toSorted()).toEqual([
      'open',
      'open',
      'open',
      'void',
      'void',
    ])
    for (let day = 1; day <= 31; day += 1) await reopen(`2026-07-${String(day).padStart(2, '0')}`)
    expect(
      (await ledger(student.id)).every(({ state, overLimit }) => state === 'void' && overLimit === null),
    ).toBe(true)
  })
})

describe('a preview of effects', () => {
  const wednesday = '2026-04-15'

  test('matches the outcome of canceling and reinstating classes and whole days', async () => {
    const { klass, regular } = await fullClass(wednesday, { day: 3 })
    const both = { date: wednesday, classId: klass.id }
    const foreseen = { children: 3, credits: 1, beyond: 0, makeups: 1, trials: 1, spent: 0, told: false }
    expect((await effects(both)).body).toEqual(foreseen)
    expect((await effects({ date: '2026-04-13', until: '2026-04-17' })).body.credits).toBeGreaterThanOrEqual(
      1,
    )
    expect(await ledger(regular.id)).toEqual([])
    await cancel(klass, wednesday)
    expect((await effects(both)).body).toEqual({ ...foreseen, credits: 0 })
    expect((await effects({ ...both, meets: true })).body).toEqual(foreseen)
    await enroll(await newClass({ day: 5 }), regular.id, { type: 'make-up', startDate: '2026-04-17' })
    expect((await effects({ ...both, meets: true })).body).toEqual({ ...foreseen, spent: 1 })
    const send = (template: 'Class canceled' | 'Class takes place after all') =>
      operator.call(emails.send, { centerId, audience: { classId: klass.id, date: wednesday }, template })
    await world.database
      .single`update people set email = ${`${regular.id}@family.example`} where id = ${regular.id}`
    await world.database.write(
      (db) => db`
        insert into parent_links (center_id, student_id, parent_id, relationship) values (${centerId}, ${regular.id}, ${cast.manager.id}, 'mother')`,
    )
    expect((await send('Class canceled')).status).toBe(201)
    expect((await effects({ ...both, meets: true })).body.told).toBe(true)
    await send('Class takes place after all')
    expect((await effects({ ...both, meets: true })).body.told).toBe(false)
  })

  test('is shown only to the center’s office, and only for a valid range of days', async () => {
    const status = async (by: Caller, more: object = {}) => (await effects(more, by)).status
    expect([await status(operator), await status(stranger), await status(await world.as(null))]).toEqual([
      200, 404, 401,
    ])
    expect(await status(await world.as(await newStudent()))).toBe(403)
    expect([
      await status(operator, { until: '2026-03-09' }),
      await status(operator, { date: 'soon' }),
    ]).toEqual([422, 422])
  })
})
