import { describe, expect, test } from 'vitest'
import { students } from '../api.ts'
import { records } from '../records/api.ts'
import { factories } from '#tests/factories.ts'
import { placesFixture } from '#tests/places-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { prospects } from './api.ts'

/** Prospects in classes: trials, and the place that turns a prospect into a student. */

const world = await openWorld()
const { cast, operator, newClass, newStudent, enroll, change, move, remove, rosterOf } =
  await placesFixture(world)
const centerId = cast.center
const sql = world.database.single

const newProspect = (more: object = {}) => newStudent({ status: 'prospect', ...more })
const profile = async (studentId: string) => (await operator.call(students.one, { centerId, studentId })).body
const trailOf = (entity: string) => sql<{ action: string; before: object | null; after: object | null }[]>`
  select action, before, after from audit where entity_id = ${entity} order by id`
const trial = (klass: Awaited<ReturnType<typeof newClass>>, studentId: string, startDate = '2026-03-10') =>
  enroll(klass, studentId, { type: 'trial', startDate })

describe('trials', () => {
  test('take a seat with the badge PR, and are limited to two per subject, not counting removed ones', async () => {
    const klass = await newClass({ maxSize: 1 })
    const { id } = await newProspect({ firstName: 'Ana' })
    const first = await trial(klass, id)
    expect([
      (await rosterOf(klass, '2026-03-10')).seats,
      (await rosterOf(klass, '2026-03-10')).badges.get(id),
    ]).toEqual([1, 'PR'])
    expect((await trial(klass, id, '2026-03-17')).status).toBe(201)
    const third = await trial(klass, id, '2026-03-24')
    expect(third).toMatchObject({
      status: 409,
      body: {
        code: 'trials_used',
        subject: 'Math',
        message: expect.stringContaining('Ana has used both trials in Math'),
      },
    })
    expect((await trial(await newClass({ subject: 'English', day: 4 }), id, '2026-03-05')).status).toBe(201)
    expect((await move(first.body._id, klass.id, '2026-03-24')).status).toBe(201)
    const [, again] = [
      await remove(
        (await profile(id)).schedules.find(({ startDate }) => startDate === '2026-03-17')?.id ?? '',
      ),
      await trial(klass, id, '2026-03-31'),
    ]
    expect(again.status).toBe(201)
  })

  test('booked simultaneously can’t exceed the limit per subject', async () => {
    const { id } = await newProspect()
    await trial(await newClass({ day: 1 }), id, '2026-03-09')
    const classes = await Promise.all([2, 3, 4].map((day) => newClass({ day })))
    const outcomes = await Promise.all(classes.map((klass, at) => trial(klass, id, `2026-03-1${at}`)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })
})

describe('enrolling a prospect', () => {
  test('makes them active with a first class, and keeps their tests, notes, parents and activities', async () => {
    const klass = await newClass()
    const student = await newProspect()
    const { id: studentId } = student
    await world.database.write((db) => factories(db).parent([student]))
    await operator.call(records.addTest, {
      centerId,
      studentId,
      date: '2026-03-02',
      subject: 'Math',
      level: 'Math 5',
      test: 'Placement',
    })
    await operator.call(records.addNote, { centerId, studentId, msg: 'Likes chess.' })
    await operator.call(prospects.change, { centerId, studentId, source: 'Website' })
    const before = await profile(studentId)
    const done = await enroll(klass, studentId, { startDate: '2026-03-10' })
    expect(done).toMatchObject({ status: 201, body: { type: 'regular', firstClass: true } })
    expect((await rosterOf(klass, '2026-03-10')).badges.get(studentId)).toBe('FC')
    const after = await profile(studentId)
    expect(after).toMatchObject({
      center: { status: 'active' },
      prospect: null,
      tests: before.tests,
      notes: before.notes,
      parents: before.parents,
    })
    expect([after.schedules.length, after.activities]).toEqual([1, before.activities])
    expect(await trailOf(done.body._id)).toMatchObject([
      { action: 'places.enroll', after: { status: 'active' } },
    ])
    expect((await trailOf(studentId)).map(({ action }) => action)).toEqual(['prospects.change'])
  })

  test('is refused if the class doesn’t meet that day; the refusal names the next possible day, and the student stays a prospect', async () => {
    const { id } = await newProspect()
    expect(await enroll(await newClass(), id, { startDate: '2026-03-11' })).toMatchObject({
      status: 409,
      body: { code: 'not_meeting', next: '2026-03-17' },
    })
    expect((await profile(id)).center.status).toBe('prospect')
  })

  test('is also possible with a seat from the waitlist, and their second place isn’t marked as a first class', async () => {
    const klass = await newClass()
    const { id } = await newProspect()
    const waits = await enroll(klass, id, { type: 'waitlist' })
    const seat = await change(waits.body._id, { type: 'regular', startDate: '2026-03-10' })
    expect(seat.body).toMatchObject({ type: 'regular', firstClass: true })
    expect((await trailOf(seat.body._id)).at(-1)).toMatchObject({
      action: 'places.accept',
      after: { status: 'active' },
    })
    const second = await enroll(await newClass({ day: 4 }), id, { startDate: '2026-03-05' })
    expect(second.body.firstClass).toBe(false)
    expect((await trailOf(second.body._id))[0]?.after).not.toHaveProperty('status')
  })

  test('by two simultaneous requests adds both places, but only one is marked as a first class', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await newProspect()
      const classes = [await newClass(), await newClass({ day: 4 })]
      const days = ['2026-03-10', '2026-03-05']
      const outcomes = await Promise.all(
        classes.map((klass, at) => enroll(klass, id, { startDate: days[at] })),
      )
      expect(outcomes.map(({ status, body }) => [status, body.firstClass]).toSorted()).toEqual([
        [201, false],
        [201, true],
      ])
      const [row] = await sql`select version from prospects where student_id = ${id}`
      expect(row).toEqual({ version: 1 })
    }
  })
})
