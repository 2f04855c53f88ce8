import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { placesFixture } from '#tests/places-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { breaks } from './api.ts'

const world = await openWorld()
const {
  cast,
  operator,
  stranger,
  newClass,
  newStudent,
  newPlace,
  mark,
  credit,
  spentOn,
  enroll,
  ofStudent,
  rosterOf,
} = await placesFixture(world)
const unknown = newId()

const centerId = cast.center
const add = (placeId: string, startDate: string, endDate?: string | null, more: object = {}, by = operator) =>
  by.call(breaks.add, { centerId, placeId, startDate, endDate, ...more })
const change = (breakId: string, more: object) => operator.call(breaks.change, { centerId, breakId, ...more })
const remove = (breakId: string) => operator.call(breaks.remove, { centerId, breakId })

/** Creates a one-seat class with a regular student. */
async function regular(more: object = {}) {
  const [klass, student] = [await newClass({ maxSize: 1 }), await newStudent()]
  return { klass, student, place: await newPlace(klass, student.id, more) }
}

describe('a break', () => {
  test('frees the seat on those days and keeps the place', async () => {
    const { klass, student, place } = await regular()
    const done = await add(place.id, '2026-03-10', '2026-03-17')
    expect(done).toMatchObject({
      status: 201,
      body: { version: 2, breaks: [{ startDate: '2026-03-10', endDate: '2026-03-17' }] },
    })
    const seats = []
    for (const on of ['2026-03-03', '2026-03-10', '2026-03-17', '2026-03-24'])
      seats.push((await rosterOf(klass, on)).seats)
    expect(seats).toEqual([1, 0, 0, 1])
    expect(await ofStudent(student.id)).toMatchObject([{ type: 'regular', endDate: null }])
    const trail = await world.database.read`select action from audit where entity_id = ${place.id}`
    expect(trail.map(({ action }) => action as string)).toEqual(['breaks.add'])
  })

  test('without an end date lasts until the place ends', async () => {
    const { place } = await regular({ endsOn: '2026-06-30' })
    expect((await add(place.id, '2026-03-10')).body.breaks).toMatchObject([
      { startDate: '2026-03-10', endDate: '2026-06-30' },
    ])
    const open = await regular()
    expect((await add(open.place.id, '2026-03-10')).body.breaks).toMatchObject([{ endDate: null }])
  })

  test('must be within a regular place and not overlap its other breaks', async () => {
    const { klass, place } = await regular({ startsOn: '2026-02-03', endsOn: '2026-06-30' })
    expect((await add(place.id, '2026-01-27', '2026-02-10')).status).toBe(422)
    expect((await add(place.id, '2026-06-23', '2026-07-07')).status).toBe(422)
    expect((await add(place.id, '2026-03-10', '2026-03-09')).status).toBe(422)
    const first = await add(place.id, '2026-03-10', '2026-03-17')
    expect(await add(place.id, '2026-03-17', '2026-03-24')).toMatchObject({
      status: 409,
      body: { code: 'break_overlaps', breakId: first.body.breaks[0]?._id },
    })
    expect((await add(place.id, '2026-03-18', '2026-03-24')).status).toBe(201)
    const guest = await enroll(klass, (await newStudent()).id, { type: 'trial', startDate: '2026-03-10' })
    expect((await add(guest.body._id, '2026-03-10', '2026-03-10')).body).toMatchObject({
      code: 'only_regular',
    })
  })

  test('can’t include a day that the student attended', async () => {
    const { klass, student, place } = await regular()
    await mark(klass, student.id, '2026-03-03')
    expect((await add(place.id, '2026-03-01', '2026-03-10')).body).toMatchObject({
      code: 'begun',
      on: '2026-03-03',
    })
  })

  test('asks for confirmation before canceling booked make-ups', async () => {
    const { klass, student, place } = await regular()
    const other = await newClass({ day: 4 })
    const spent = await credit(klass, student.id)
    const booked = await enroll(other, student.id, { type: 'make-up', startDate: '2026-03-12' })
    const response = await add(place.id, '2026-03-10', '2026-03-17')
    expect([response.status, response.body]).toMatchObject([
      409,
      {
        code: 'covers_makeups',
        makeups: [{ placeId: booked.body._id, classId: other.id, name: other.name, on: '2026-03-12' }],
      },
    ])
    expect(await spentOn(spent)).toBe(booked.body._id)
    expect((await add(place.id, '2026-03-10', '2026-03-17', { confirmed: true })).status).toBe(201)
    expect([await spentOn(spent), (await ofStudent(student.id)).length]).toEqual([null, 1])
  })

  test('keeps a make-up that was attended today, with its credit', async () => {
    const { klass, student, place } = await regular({ startsOn: '2026-02-03' })
    const earlier = await newClass({ time: '14:00' })
    const spent = await credit(klass, student.id)
    const booked = await enroll(earlier, student.id, { type: 'make-up' })
    await mark(earlier, student.id, '2026-03-03')
    expect((await add(place.id, '2026-03-03', '2026-03-17')).status).toBe(201)
    expect(await spentOn(spent)).toBe(booked.body._id)
  })

  test('can be added only by the center’s office', async () => {
    const { student, place } = await regular()
    expect((await add(place.id, '2026-03-10', null, {}, await world.as(null))).status).toBe(401)
    expect((await add(place.id, '2026-03-10', null, {}, await world.as(student))).status).toBe(403)
    expect((await add(place.id, '2026-03-10', null, {}, stranger)).status).toBe(404)
    expect((await add(unknown, '2026-03-10')).status).toBe(404)
    expect((await add(place.id, '2026-03-32')).status).toBe(422)
  })
})

describe('changing and ending a break', () => {
  test('gives the student the seat back on the days that the break no longer covers', async () => {
    const { klass, place } = await regular()
    const id = (await add(place.id, '2026-03-10', '2026-03-24')).body.breaks[0]?._id ?? ''
    expect(await change(id, { endDate: '2026-03-17' })).toMatchObject({
      status: 200,
      body: { version: 3, breaks: [{ endDate: '2026-03-17' }] },
    })
    expect((await rosterOf(klass, '2026-03-24')).seats).toBe(1)
    expect((await remove(id)).body).toMatchObject({ breaks: [], version: 4 })
    expect((await rosterOf(klass, '2026-03-10')).seats).toBe(1)
    expect([(await remove(id)).status, (await change(unknown, {})).status]).toEqual([404, 404])
  })

  test('is refused while a guest has the seat, and for stale versions', async () => {
    const { klass, place } = await regular()
    const id = (await add(place.id, '2026-03-10', '2026-03-17')).body.breaks[0]?._id ?? ''
    await enroll(klass, (await newStudent()).id, { type: 'trial', startDate: '2026-03-17' })
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'class_full', on: '2026-03-17' } })
    expect((await change(id, { endDate: '2026-03-10' })).body).toMatchObject({ code: 'class_full' })
    expect((await change(id, { startDate: '2026-03-17' })).status).toBe(200)
    const late = await operator.call(
      breaks.remove,
      { centerId, breakId: id },
      { headers: { 'if-match': '"2"' } },
    )
    expect([late.status, late.body]).toMatchObject([412, { code: 'stale', current: { version: 3 } }])
  })

  test('is allowed despite a guest if there are seats for both', async () => {
    const [klass, student] = [await newClass({ maxSize: 2 }), await newStudent()]
    const place = await newPlace(klass, student.id)
    const id = (await add(place.id, '2026-03-10', '2026-03-17')).body.breaks[0]?._id ?? ''
    await enroll(klass, (await newStudent()).id, { type: 'trial', startDate: '2026-03-17' })
    expect((await change(id, { endDate: '2026-03-10' })).status).toBe(200)
    expect((await rosterOf(klass, '2026-03-17')).seats).toBe(2)
  })

  test('is refused if the student is in another class at that time', async () => {
    const { student, place } = await regular()
    const id = (await add(place.id, '2026-03-10', '2026-03-10')).body.breaks[0]?._id ?? ''
    const other = await newClass()
    expect((await enroll(other, student.id, { type: 'trial', startDate: '2026-03-10' })).status).toBe(201)
    expect((await remove(id)).body).toMatchObject({ code: 'overlapping', classId: other.id })
  })
})
