import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { placesFixture } from '#tests/places-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { places } from './api.ts'

const world = await openWorld()
const {
  cast,
  operator,
  stranger,
  newClass,
  newStudent,
  newPlace,
  pause,
  fullClass,
  mark,
  credit,
  spentOn,
  enroll,
  change,
  move,
  remove,
  ofStudent,
  rosterOf,
} = await placesFixture(world)
const unknown = newId()

describe('changing a place', () => {
  test('a last class ends the place, is marked on that day, and frees the seat afterward', async () => {
    const { klass, holder } = await fullClass()
    const done = await change(holder.id, { endDate: '2026-03-17' })
    expect(done).toMatchObject({ status: 200, body: { endDate: '2026-03-17', version: 2 } })
    expect([...(await rosterOf(klass, '2026-03-17')).badges.values()]).toEqual(['LC'])
    const next = await newStudent()
    expect((await enroll(klass, next.id, { startDate: '2026-03-17' })).status).toBe(409)
    expect((await enroll(klass, next.id, { startDate: '2026-03-24' })).status).toBe(201)
    expect(await change(holder.id, { endDate: null })).toMatchObject({
      status: 409,
      body: { code: 'class_full', on: '2026-03-24' },
    })
    expect((await change(holder.id, { endDate: '2026-03-20' })).status).toBe(200)
  })

  test('a place can’t be removed, or lose a day, once attendance has been taken on that day', async () => {
    const [klass, student] = [await newClass(), await newStudent()]
    const place = await newPlace(klass, student.id)
    await mark(klass, student.id, '2026-03-03')
    expect(await change(place.id, { endDate: '2026-02-24' })).toMatchObject({
      status: 409,
      body: { code: 'begun', on: '2026-03-03' },
    })
    expect((await change(place.id, { startDate: '2026-03-10' })).body).toMatchObject({ code: 'begun' })
    expect((await remove(place.id)).body).toMatchObject({ code: 'begun' })
    await mark(klass, student.id, '2026-03-10', { noticed: true })
    expect((await change(place.id, { endDate: '2026-03-03' })).status).toBe(200)
    await change(place.id, { endDate: null })
    await mark(klass, student.id, '2026-03-17', { noticed: 'pickup' })
    expect((await change(place.id, { endDate: '2026-03-03' })).body).toMatchObject({ code: 'begun' })
  })

  test('breaks are trimmed to the place’s days', async () => {
    const [klass, student] = [await newClass(), await newStudent()]
    const place = await newPlace(klass, student.id)
    await pause(place, '2026-03-10', '2026-03-20')
    await pause(place, '2026-05-01', null)
    const { body } = await change(place.id, { endDate: '2026-03-17' })
    expect(body.breaks).toMatchObject([{ startDate: '2026-03-10', endDate: '2026-03-17' }])
  })

  test('stale and invalid changes are refused', async () => {
    const [klass, student] = [await newClass(), await newStudent()]
    const place = await newPlace(klass, student.id)
    const changeAt = (version: number, more: object) =>
      operator.call(
        places.change,
        { centerId: cast.center, placeId: place.id, ...more },
        { headers: { 'if-match': `"${version}"` } },
      )
    expect((await changeAt(1, { endDate: '2026-04-07' })).status).toBe(200)
    expect(await changeAt(1, { endDate: '2026-05-05' })).toMatchObject({
      status: 412,
      body: { current: { endDate: '2026-04-07', version: 2 } },
    })
    expect((await change(place.id, { endDate: '2025-12-01' })).status).toBe(422)
    expect((await change(place.id, { type: 'regular' })).body).toMatchObject({ code: 'not_waiting' })
    expect((await change(place.id, { type: 'trial' })).status).toBe(400)
    expect((await change(unknown, {})).status).toBe(404)
    expect((await change(place.id, {}, stranger)).status).toBe(404)
    const trial = await enroll(klass, (await newStudent()).id, { type: 'trial', startDate: '2026-03-10' })
    expect((await change(trial.body._id, { startDate: '2026-03-17' })).status).toBe(422)
  })
})

describe('giving a seat to a student on the waitlist', () => {
  test('can start on a later day, and the waitlist place stays until then', async () => {
    const { klass, holder } = await fullClass()
    const student = await newStudent()
    const waiting = await enroll(klass, student.id, { type: 'waitlist' })
    expect(await change(waiting.body._id, { type: 'regular' })).toMatchObject({
      status: 409,
      body: { code: 'class_full', waitlistPosition: 1 },
    })
    await change(holder.id, { endDate: '2026-03-10' })
    const seat = await change(waiting.body._id, {
      type: 'regular',
      startDate: '2026-03-17',
      firstClass: true,
    })
    expect(seat).toMatchObject({
      status: 200,
      body: { type: 'regular', startDate: '2026-03-17', endDate: null },
    })
    expect((await rosterOf(klass, '2026-03-10')).badges.get(student.id)).toBe('WL')
    expect((await rosterOf(klass, '2026-03-17')).badges.get(student.id)).toBe('FC')
  })
})

describe('moving a place', () => {
  test('ends the old place the day before, starts the new one, and carries over the rest of a break', async () => {
    const [from, to, student] = [await newClass(), await newClass({ day: 4 }), await newStudent()]
    const place = await newPlace(from, student.id)
    await pause(place, '2026-03-10', '2026-03-24')
    const moved = await move(place.id, to.id, '2026-03-19')
    expect(moved.status).toBe(201)
    expect(moved.body).toMatchObject({
      classId: to.id,
      startDate: '2026-03-19',
      breaks: [{ startDate: '2026-03-19', endDate: '2026-03-24' }],
    })
    expect(await ofStudent(student.id)).toMatchObject([
      {
        classId: from.id,
        endDate: '2026-03-18',
        breaks: [{ startDate: '2026-03-10', endDate: '2026-03-18' }],
      },
      { classId: to.id },
    ])
  })

  test('is possible to a class that meets at the same time, and changes nothing if that class is full', async () => {
    const [from, to, student] = [await newClass(), await newClass(), await newStudent()]
    const place = await newPlace(from, student.id)
    const { klass } = await fullClass({ day: 5 })
    expect(await move(place.id, klass.id, '2026-03-10')).toMatchObject({
      status: 409,
      body: { code: 'class_full' },
    })
    expect(await ofStudent(student.id)).toMatchObject([{ classId: from.id, endDate: null }])
    expect((await move(place.id, to.id, '2026-03-10')).status).toBe(201)
  })

  test('takes a make-up to another day or class, along with its credit', async () => {
    const [klass, other, student] = [await newClass(), await newClass({ day: 4 }), await newStudent()]
    const spent = await credit(klass, student.id)
    const booked = await enroll(klass, student.id, { type: 'make-up', startDate: '2026-03-10' })
    const later = await move(booked.body._id, klass.id, '2026-03-17')
    expect(later).toMatchObject({
      status: 201,
      body: { type: 'make-up', startDate: '2026-03-17', endDate: '2026-03-17' },
    })
    const there = await move(later.body._id, other.id, '2026-03-12')
    expect(await spentOn(spent)).toBe(there.body._id)
    expect((await move(there.body._id, other.id, '2026-05-07')).body).toMatchObject({ code: 'no_credit' })
    expect(await ofStudent(student.id)).toHaveLength(1)
  })

  test('is refused for invalid targets, unknown places and days with attendance', async () => {
    const [from, student] = [await newClass(), await newStudent()]
    const place = await newPlace(from, student.id, { endsOn: '2026-03-31' })
    const to = await newClass({ day: 4 })
    expect((await move(place.id, from.id, '2026-03-10')).status).toBe(422)
    expect((await move(place.id, to.id, '2026-04-02')).status).toBe(422)
    expect((await move(place.id, cast.elsewhere.klass.id, '2026-03-10')).status).toBe(404)
    expect((await move(unknown, to.id, '2026-03-10')).status).toBe(404)
    await mark(from, student.id, '2026-03-03')
    expect((await move(place.id, to.id, '2026-03-03')).body).toMatchObject({ code: 'begun' })
  })
})

test('a place that was never used is removed along with its breaks', async () => {
  const [klass, student] = [await newClass(), await newStudent()]
  const place = await newPlace(klass, student.id, { startsOn: '2026-03-10' })
  await pause(place, '2026-03-17', null)
  expect((await remove(unknown)).status).toBe(404)
  expect((await remove(place.id)).status).toBe(204)
  expect(await ofStudent(student.id)).toEqual([])
  expect((await remove(place.id)).status).toBe(404)
})
