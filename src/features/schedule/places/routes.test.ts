import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { students } from '#features/students/api.ts'
import { placesFixture } from '#tests/places-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { places } from './api.ts'

const world = await openWorld()
const {
  cast,
  operator,
  manager,
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
  remove,
  ofStudent,
  rosterOf,
} = await placesFixture(world)
const unknown = newId()

describe('enrolling', () => {
  test('gives a student an open-ended place starting on the given day, which is marked as the first class', async () => {
    const [klass, student] = [await newClass(), await newStudent()]
    const before = await operator.call(students.one, { centerId: cast.center, studentId: student.id })
    const done = await enroll(klass, student.id, { startDate: '2026-03-10', firstClass: true })
    expect(done.status).toBe(201)
    expect(done.body).toMatchObject({
      type: 'regular',
      startDate: '2026-03-10',
      endDate: null,
      firstClass: true,
      breaks: [],
      version: 1,
    })
    expect((await rosterOf(klass, '2026-03-03')).badges.has(student.id)).toBe(false)
    expect((await rosterOf(klass, '2026-03-10')).badges.get(student.id)).toBe('FC')
    expect(await ofStudent(student.id)).toMatchObject([
      { _id: done.body._id, className: klass.name, time: '16:30', endTime: '17:45', position: null },
    ])
    const { body } = await operator.call(students.one, { centerId: cast.center, studentId: student.id })
    expect([before.body.center.isNew, body.center.isNew]).toEqual([true, false])
    const trail = await world.database.read`select action from audit where entity_id = ${done.body._id}`
    expect(trail.map(({ action }) => action as string)).toEqual(['places.enroll'])
  })

  test('a full class reports its seats and the next waitlist position, and accepts waitlist places', async () => {
    const { klass } = await fullClass()
    const [first, second] = [await newStudent(), await newStudent()]
    expect(await enroll(klass, first.id)).toMatchObject({
      status: 409,
      body: { code: 'class_full', seats: 1, maxSize: 1, on: '2026-03-03', waitlistPosition: 1 },
    })
    expect((await enroll(klass, first.id, { type: 'waitlist' })).status).toBe(201)
    const full = await enroll(klass, second.id)
    expect(full.body).toMatchObject({
      waitlistPosition: 2,
      message: expect.stringContaining('to the waitlist as #2'),
    })
    expect(await ofStudent(first.id)).toMatchObject([{ type: 'waitlist', position: 1 }])
    expect((await rosterOf(klass, '2026-03-03')).seats).toBe(1)
  })

  test('a refusal and a student’s page count the same waitlist places: current and future ones', async () => {
    const klass = await newClass({ maxSize: 1 })
    await newPlace(klass, (await newStudent()).id, { startsOn: '2026-04-07' })
    const waitlist = { type: 'waitlist' } as const
    await newPlace(klass, (await newStudent()).id, { ...waitlist, endsOn: '2026-03-02' })
    await newPlace(klass, (await newStudent()).id, { ...waitlist, endsOn: '2026-03-24' })
    await newPlace(klass, (await newStudent()).id, { ...waitlist, startsOn: '2026-05-05' })
    const student = await newStudent()
    expect((await enroll(klass, student.id)).body).toMatchObject({ on: '2026-04-07', waitlistPosition: 3 })
    expect((await enroll(klass, student.id, waitlist)).status).toBe(201)
    expect(await ofStudent(student.id)).toMatchObject([{ type: 'waitlist', position: 3 }])
  })

  test('a class that fills up later counts as full, unless the place ends before then', async () => {
    const klass = await newClass({ maxSize: 1 })
    await newPlace(klass, (await newStudent()).id, { startsOn: '2026-04-01' })
    const student = await newStudent()
    expect(await enroll(klass, student.id)).toMatchObject({
      status: 409,
      body: { code: 'class_full', on: '2026-04-01' },
    })
    expect((await enroll(klass, student.id, { endDate: '2026-03-31' })).status).toBe(201)
  })

  test('a break frees the seat for a guest on that day, but not for another regular', async () => {
    const { klass, holder } = await fullClass()
    await pause(holder, '2026-03-10', '2026-03-10')
    const [guest, regular, late] = [await newStudent(), await newStudent(), await newStudent()]
    expect(
      (await enroll(klass, regular.id, { startDate: '2026-03-10', endDate: '2026-03-10' })).body,
    ).toMatchObject({ code: 'class_full' })
    expect((await enroll(klass, guest.id, { type: 'trial', startDate: '2026-03-10' })).status).toBe(201)
    expect(await enroll(klass, late.id, { type: 'trial', startDate: '2026-03-10' })).toMatchObject({
      status: 409,
      body: { code: 'class_full' },
    })
    expect((await enroll(klass, late.id, { type: 'trial', startDate: '2026-03-17' })).body).toMatchObject({
      code: 'class_full',
    })
    expect((await rosterOf(klass, '2026-03-10')).seats).toBe(1)
  })

  test('an absence reported in advance frees the seat on that day', async () => {
    const [klass, regular, guest] = [await newClass({ maxSize: 1 }), await newStudent(), await newStudent()]
    await newPlace(klass, regular.id)
    expect((await enroll(klass, guest.id, { type: 'trial', startDate: '2026-03-10' })).body).toMatchObject({
      code: 'class_full',
    })
    await mark(klass, regular.id, '2026-03-10', { noticed: true })
    expect((await enroll(klass, guest.id, { type: 'trial', startDate: '2026-03-10' })).status).toBe(201)
  })

  test('a regular gets no seat if guests fill a day', async () => {
    const klass = await newClass({ maxSize: 1 })
    expect(
      (await enroll(klass, (await newStudent()).id, { type: 'trial', startDate: '2026-03-17' })).status,
    ).toBe(201)
    expect(await enroll(klass, (await newStudent()).id)).toMatchObject({
      status: 409,
      body: { code: 'class_full', on: '2026-03-17' },
    })
  })
})

describe('enrolling is refused', () => {
  test('if the student is in another class at that time, but not on another day', async () => {
    const [at430, at500, thursday, at545] = [
      await newClass(),
      await newClass({ time: '17:00' }),
      await newClass({ day: 4 }),
      await newClass({ time: '17:45' }),
    ]
    const student = await newStudent()
    await enroll(at430, student.id)
    expect(await enroll(at500, student.id)).toMatchObject({
      status: 409,
      body: { code: 'overlapping', classId: at430.id, name: at430.name, day: 2, time: '16:30' },
    })
    expect((await enroll(thursday, student.id)).status).toBe(201)
    expect((await enroll(at545, student.id)).status).toBe(201)
    expect((await enroll(at500, student.id, { type: 'waitlist' })).status).toBe(201)
  })

  test('as a regular if the student is already on the waitlist of that class', async () => {
    const [klass, student] = [await newClass(), await newStudent()]
    const { body } = await enroll(klass, student.id, { type: 'waitlist' })
    const again = await enroll(klass, student.id)
    expect(again).toMatchObject({
      status: 409,
      body: { type: 'about:blank', code: 'already_in_class', placeType: 'waitlist', placeId: body._id },
    })
  })

  test('for all but one of ten identical simultaneous requests', async () => {
    const [klass, student] = [await newClass(), await newStudent()]
    const sent = await Promise.all(Array.from({ length: 10 }, () => enroll(klass, student.id)))
    expect(sent.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ])
  })

  test('on a day when the class doesn’t meet: another weekday, a closed day, a canceled class, or a day after its end', async () => {
    const [klass, student] = [await newClass({ endsOn: '2026-03-31' }), await newStudent()]
    await world.database.write(
      (db) => db`insert into closures (center_id, held_on) values (${cast.center}, '2026-03-10')`,
    )
    await world.database.write(
      (db) =>
        db`insert into class_days (center_id, class_id, held_on, canceled_at) values (${cast.center}, ${klass.id}, '2026-03-17', now())`,
    )
    const trial = (startDate: string) => enroll(klass, student.id, { type: 'trial', startDate })
    for (const on of ['2026-03-04', '2026-03-10', '2026-03-17'])
      expect(await trial(on)).toMatchObject({
        status: 409,
        body: { code: 'not_meeting', on, next: '2026-03-24' },
      })
    expect((await trial('2026-04-07')).body).toMatchObject({ code: 'not_meeting', next: null })
    expect(
      (await enroll(klass, student.id, { startDate: '2026-03-04', firstClass: true })).body,
    ).toMatchObject({ code: 'not_meeting' })
    expect((await enroll(klass, student.id, { startDate: '2026-04-07' })).body).toMatchObject({
      code: 'not_meeting',
    })
    await world.database.write((db) => db`delete from closures where center_id = ${cast.center}`)
    const whole = await enroll(klass, student.id, { startDate: '2026-03-04' })
    expect([whole.status, whole.body.endDate]).toEqual([201, '2026-03-31'])
  })

  test('for inactive students and invalid ranges', async () => {
    const [klass, formerStudent, student] = [
      await newClass(),
      await newStudent({ status: 'inactive' }),
      await newStudent(),
    ]
    expect(await enroll(klass, formerStudent.id)).toMatchObject({ status: 409, body: { code: 'inactive' } })
    expect((await enroll(klass, student.id, { endDate: '2026-03-02' })).status).toBe(422)
    expect((await enroll(klass, student.id, { type: 'trial', endDate: '2026-03-10' })).status).toBe(422)
    expect((await enroll(klass, student.id, { startDate: '2026-02-30' })).status).toBe(422)
    expect((await enroll(klass, student.id, { type: 'guest' as 'trial' })).status).toBe(400)
  })

  test('for anyone but the center’s own office, and for students or classes of other centers', async () => {
    const [klass, student] = [await newClass(), await newStudent()]
    expect((await enroll(klass, student.id, {}, await world.as(null))).status).toBe(401)
    expect((await enroll(klass, student.id, {}, await world.as(student))).status).toBe(403)
    expect((await enroll(klass, student.id, {}, stranger)).status).toBe(404)
    expect((await enroll(klass, unknown)).status).toBe(404)
    expect((await enroll(klass, cast.elsewhere.student.id)).status).toBe(404)
    expect((await enroll(cast.elsewhere.klass, student.id)).status).toBe(404)
    for (const studentId of [unknown, cast.elsewhere.student.id])
      expect((await operator.call(places.ofStudent, { centerId: cast.center, studentId })).status).toBe(404)
  })

  test('if it would exceed the size, unless a manager gives a reason', async () => {
    const { klass } = await fullClass()
    const student = await newStudent()
    const overReason = 'Brother of a pupil'
    expect((await enroll(klass, student.id, { overReason })).status).toBe(403)
    expect((await enroll(klass, student.id, { overReason: ' ' }, manager)).status).toBe(422)
    expect((await enroll(klass, student.id, {}, manager)).status).toBe(409)
    const over = await enroll(klass, student.id, { overReason }, manager)
    expect([over.status, over.body.overReason]).toEqual([201, overReason])
    const roomy = await enroll(await newClass({ day: 5 }), student.id, { overReason }, manager)
    expect(roomy.body.overReason).toBe(null)
  })
})

describe('a one-day place', () => {
  test('for a make-up uses the named credit, otherwise the suitable one that expires first', async () => {
    const [missed, klass, student] = [await newClass(), await newClass({ day: 4 }), await newStudent()]
    const english = await newClass({ subject: 'English' })
    const [late, soon] = [
      await credit(missed, student.id, '2026-05-01'),
      await credit(klass, student.id, '2026-03-20'),
    ]
    await credit(english, student.id, '2026-03-06')
    const first = await enroll(klass, student.id, { type: 'make-up', startDate: '2026-03-05' })
    expect([first.status, await spentOn(soon), await spentOn(late)]).toEqual([201, first.body._id, null])
    expect((await rosterOf(klass, '2026-03-05')).badges.get(student.id)).toBe('MU')
    expect(
      (await enroll(klass, student.id, { type: 'make-up', startDate: '2026-03-12', creditId: soon })).body,
    ).toMatchObject({
      code: 'no_credit',
    })
    expect(
      (await enroll(klass, student.id, { type: 'make-up', startDate: '2026-03-12', creditId: late })).status,
    ).toBe(201)
    expect(
      (await enroll(klass, student.id, { type: 'make-up', startDate: '2026-03-19' })).body,
    ).toMatchObject({ code: 'no_credit' })
    expect((await remove(first.body._id)).status).toBe(204)
    expect(await spentOn(soon)).toBe(null)
    expect(
      (await enroll(klass, student.id, { type: 'make-up', startDate: '2026-03-26' })).body,
    ).toMatchObject({ code: 'no_credit' })
    expect((await enroll(klass, student.id, { type: 'make-up', startDate: '2026-03-19' })).status).toBe(201)
  })

  test('can overlap the student’s own class during a break or a reported absence', async () => {
    const [own, other, student] = [await newClass(), await newClass(), await newStudent()]
    const place = await newPlace(own, student.id)
    const trial = (startDate: string) => enroll(other, student.id, { type: 'trial', startDate })
    expect((await trial('2026-03-10')).body).toMatchObject({ code: 'overlapping' })
    await pause(place, '2026-03-10', '2026-03-10')
    await mark(own, student.id, '2026-03-17', { noticed: true })
    expect([
      (await trial('2026-03-10')).status,
      (await trial('2026-03-17')).status,
      (await trial('2026-03-24')).status,
    ]).toEqual([201, 201, 409])
  })
})
