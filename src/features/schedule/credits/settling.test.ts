import { describe, expect, test } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import { settings } from '../center-settings/api.ts'
import { breaks } from '../breaks/api.ts'
import { classes } from '../classes/api.ts'
import { days } from '../days/api.ts'
import { places } from '../places/api.ts'
import { placesFixture } from '#tests/places-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { credits } from './api.ts'

const world = await openWorld()
const stage = await placesFixture(world)
const { cast, operator, newClass, newStudent, newPlace, enroll } = stage
const centerId = cast.center
/**
 * A Tuesday with an absence reported in advance, a Tuesday on which the class is canceled, and the Friday
 * between them.
 */
const [reported, canceled, friday] = ['2026-03-17', '2026-03-24', '2026-03-20']

const ledger = async (studentId: string) =>
  (await operator.call(credits.ofStudent, { centerId, studentId })).body
const statesOf = async (studentId: string) =>
  (await ledger(studentId)).map(({ missedOn, state }) => [missedOn, state])

/**
 * Creates a regular student with two open credits in a class: one for an absence reported in advance, and a
 * later one for a canceled meeting.
 */
async function withCredits() {
  const [klass, student] = [await newClass(), await newStudent()]
  const place = await newPlace(klass, student.id)
  await operator.call(attendance.take, {
    centerId,
    classId: klass.id,
    on: reported,
    marks: [{ studentId: student.id, mark: 'absent' }],
  })
  await operator.call(days.change, {
    centerId,
    scheduleId: canceled,
    classes: [{ classId: klass.id, cancel: { reason: 'Snow' } }],
  })
  return { klass, id: student.id, placeId: place.id }
}

/** Books a make-up using the credit that expires first. */
async function book(studentId: string) {
  const other = await newClass({ day: 5 })
  const { body } = await enroll(other, studentId, { type: 'make-up', startDate: friday })
  return { other, makeUp: { placeId: body._id, classId: other.id, name: other.name, on: friday } }
}

const both = (one: string, other: string) => [
  [canceled, other],
  [reported, one],
]

type Who = Awaited<ReturnType<typeof withCredits>>
type Send = (who: Who, confirmed?: boolean) => Promise<{ status: number; body: unknown }>
const changes: [string, Send][] = [
  [
    'the student’s place ends',
    ({ placeId }, confirmed) =>
      operator.call(places.change, { centerId, placeId, endDate: '2026-03-10', confirmed }),
  ],
  [
    'the student’s place is removed',
    ({ placeId }, confirmed) => operator.call(places.remove, { centerId, placeId, confirmed }),
  ],
  [
    'the student’s place moves to another class',
    async ({ placeId }, confirmed) => {
      const to = await newClass({ day: 4 })
      return operator.call(places.move, {
        centerId,
        placeId,
        classId: to.id,
        startDate: '2026-03-12',
        confirmed,
      })
    },
  ],
  [
    'a break is added',
    ({ placeId }, confirmed) =>
      operator.call(breaks.add, {
        centerId,
        placeId,
        startDate: '2026-03-10',
        endDate: '2026-03-31',
        confirmed,
      }),
  ],
]

describe('a class that is no longer missed gives no credit', () => {
  test.each(changes)('when %s', async (_, send) => {
    const who = await withCredits()
    expect(await statesOf(who.id)).toEqual(both('open', 'open'))
    expect((await send(who)).status).toBeLessThan(300)
    expect(await statesOf(who.id)).toEqual(both('void', 'void'))
  })

  test.each(changes)(
    'when %s, once it is confirmed that a booked make-up will be canceled',
    async (_, send) => {
      const who = await withCredits()
      const { makeUp } = await book(who.id)
      expect(await send(who)).toMatchObject({
        status: 409,
        body: { code: 'covers_makeups', makeups: [makeUp] },
      })
      expect(await statesOf(who.id)).toEqual(both('booked', 'open'))
      expect((await send(who, true)).status).toBeLessThan(300)
      expect(await ledger(who.id)).toMatchObject([
        { state: 'void', place: null },
        { state: 'void', place: null },
      ])
    },
  )

  test('when the class ends or moves to another weekday', async () => {
    const [one, other] = [await withCredits(), await withCredits()]
    await operator.call(classes.end, { centerId, classId: one.klass.id, from: '2026-03-10' })
    expect(await statesOf(one.id)).toEqual(both('void', 'void'))
    await operator.call(classes.change, { centerId, classId: other.klass.id, day: 1, from: '2026-03-18' })
    expect(await statesOf(other.id)).toEqual(both('open', 'void'))
  })
})

describe('a missed class gives a credit', () => {
  test('again when an end date is removed, or a break is shortened or removed', async () => {
    const { id, placeId } = await withCredits()
    await operator.call(places.change, { centerId, placeId, endDate: '2026-03-20' })
    expect(await statesOf(id)).toEqual(both('open', 'void'))
    await operator.call(places.change, { centerId, placeId, endDate: null })
    expect(await statesOf(id)).toEqual(both('open', 'open'))
    const { body } = await operator.call(breaks.add, {
      centerId,
      placeId,
      startDate: '2026-03-10',
      endDate: '2026-03-31',
    })
    expect(await statesOf(id)).toEqual(both('void', 'void'))
    const breakId = body.breaks[0]?._id as string
    await operator.call(breaks.change, { centerId, breakId, startDate: '2026-03-18' })
    expect(await statesOf(id)).toEqual(both('open', 'void'))
    await operator.call(breaks.remove, { centerId, breakId })
    expect(await statesOf(id)).toEqual(both('open', 'open'))
  })

  test('to a regular who joins after its cancellation, but not to a trial or a waitlist place', async () => {
    const { klass } = await withCredits()
    const [newcomer, waiting, guest] = [await newStudent(), await newStudent(), await newStudent()]
    await enroll(klass, newcomer.id)
    expect(await statesOf(newcomer.id)).toEqual([[canceled, 'open']])
    const { body } = await enroll(klass, waiting.id, { type: 'waitlist' })
    expect(await statesOf(waiting.id)).toEqual([])
    await operator.call(places.change, {
      centerId,
      placeId: body._id,
      type: 'regular',
      startDate: '2026-03-31',
    })
    expect(await statesOf(waiting.id)).toEqual([])
    await enroll(klass, guest.id, { type: 'trial', startDate: '2026-03-10' })
    expect(await statesOf(guest.id)).toEqual([])
  })
})

test('a stricter rule doesn’t void credits already given, but a cleared absence doesn’t get its credit back', async () => {
  const { klass, id } = await withCredits()
  const rule = (makeupRule: 'always' | 'never' | 'notice') =>
    stage.manager.call(settings.change, { centerId, makeupRule })
  const take = (mark: 'absent' | null) =>
    operator.call(attendance.take, {
      centerId,
      classId: klass.id,
      on: reported,
      marks: [{ studentId: id, mark }],
    })
  await rule('never')
  await take('absent')
  expect(await statesOf(id)).toEqual(both('open', 'open'))
  await take(null)
  await take('absent')
  expect(await statesOf(id)).toEqual(both('void', 'open'))
  await rule('notice')
})

test('an absence, even from a make-up, is judged by the minimum notice in effect when it was reported', async () => {
  const hours = (noticeHours: number) => stage.manager.call(settings.change, { centerId, noticeHours })
  const absent = (classId: string, studentId: string, on: string) =>
    operator.call(attendance.take, { centerId, classId, on, marks: [{ studentId, mark: 'absent' }] })
  const [early, late] = [await withCredits(), { klass: await newClass(), id: (await newStudent()).id }]
  const { other } = await book(early.id)
  await absent(other.id, early.id, friday)
  const place = await newPlace(late.klass, late.id)
  await hours(336)
  await absent(late.klass.id, late.id, reported)
  expect([await statesOf(early.id), await statesOf(late.id)]).toEqual([both('open', 'open'), []])
  await hours(24)
  for (const endDate of ['2026-03-10', null])
    await operator.call(places.change, { centerId, placeId: place.id, endDate })
  expect(await statesOf(late.id)).toEqual([])
})
