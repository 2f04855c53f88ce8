import { describe, expect, test } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import { places } from '#features/schedule/places/api.ts'
import { setClock } from '#server/clock.ts'
import { openFamilies } from '#tests/absence-fixture.ts'
import { factories } from '#tests/factories.ts'

const { world, centerId, office, newFamily } = await openFamilies()
const { write } = world.database
const thursday = '2026-03-05'

type Klass = { id: string; centerId: string; name: string }

/** Enrolls a student, by default a new one, in a class for a trial, as the office does. */
async function guestIn(klass: Klass, on: string, studentId?: string) {
  const id = studentId ?? (await write((db) => factories(db).student(centerId))).id
  return await office.call(places.enroll, {
    centerId,
    classId: klass.id,
    studentId: id,
    type: 'trial',
    startDate: on,
  })
}

describe('withdrawing an absence', () => {
  test('voids the credit, gives the student the seat back and removes the mark; repeating it has no effect', async () => {
    const { tell, withdraw, marks, credits, trail, father } = await newFamily()
    await tell(thursday)
    expect((await withdraw(thursday, father)).status).toBe(204)
    expect([await marks(), await credits()]).toEqual([[], [['void', 'notice']]])
    expect((await withdraw(thursday)).status).toBe(204)
    expect((await trail()).map(({ action }) => action as string)).toEqual([
      'absences.tell',
      'absences.withdraw',
    ])
    expect((await tell(thursday)).status).toBe(201)
    expect(await credits()).toEqual([['open', 'notice']])
  })

  test('is possible until the class starts', async () => {
    const { tell, withdraw } = await newFamily()
    await tell(thursday)
    setClock('2026-03-05 16:30')
    const late = await withdraw(thursday)
    setClock('2026-03-05 16:29')
    const inTime = await withdraw(thursday)
    setClock('2026-03-03 16:45')
    expect([late.status, inTime.status]).toEqual([409, 204])
    expect(late.body).toMatchObject({
      code: 'begun',
      message: 'Math Club on Thu, Mar 5 started at 4:30\u00a0PM. Please call the center.',
    })
  })

  test('is refused if the seat has been given to another child', async () => {
    const { tell, withdraw, klass, marks } = await newFamily({ maxSize: 1 })
    expect((await guestIn(klass, thursday)).status).toBe(409)
    await tell(thursday)
    expect((await guestIn(klass, thursday)).status).toBe(201)
    expect(await withdraw(thursday)).toMatchObject({
      status: 409,
      body: { code: 'class_full', seats: 1, maxSize: 1 },
    })
    expect(await marks()).toHaveLength(1)
  })

  test('is refused if the child now has another class at that time', async () => {
    const { tell, withdraw, child } = await newFamily()
    const other = await write((db) => factories(db).klass(centerId, { name: 'Chess', day: 4, time: '17:00' }))
    await tell(thursday)
    expect((await guestIn(other, thursday, child.id)).status).toBe(201)
    expect(await withdraw(thursday)).toMatchObject({ status: 409, body: { code: 'overlapping' } })
  })

  test('is refused if the make-up for it is booked', async () => {
    const { tell, withdraw, child, credits } = await newFamily()
    const other = await write((db) => factories(db).klass(centerId, { day: 5 }))
    await tell(thursday)
    const makeUp = {
      centerId,
      classId: other.id,
      studentId: child.id,
      type: 'make-up' as const,
      startDate: '2026-03-06',
    }
    expect((await office.call(places.enroll, makeUp)).status).toBe(201)
    expect(await withdraw(thursday)).toMatchObject({ status: 409, body: { code: 'credit_spent' } })
    expect(await credits()).toEqual([['booked', 'notice']])
  })
})

describe('two calls at the same time', () => {
  const rounds = Array.from({ length: 10 }, (_, round) => round)

  test('an absence report and a mark on the roll take effect one after the other, and a child who came keeps no credit', async () => {
    for (const _ of rounds) {
      const { tell, klass, child, marks, credits } = await newFamily({ day: 2, time: '16:50' })
      const take = {
        centerId,
        classId: klass.id,
        on: '2026-03-03',
        marks: [{ studentId: child.id, mark: 'present' as const }],
      }
      const [reported, taken] = await Promise.all([tell('2026-03-03'), office.call(attendance.take, take)])
      expect([
        [201, 200],
        [409, 201],
      ]).toContainEqual([reported.status, taken.status])
      expect([await marks(), await credits()]).toMatchObject([[{ mark: 'present', noticedAt: null }], []])
    }
  })

  test('an absence report made while all students are being marked present is either kept or refused as too late', async () => {
    for (const _ of rounds) {
      const { tell, klass, child, marks } = await newFamily({ day: 2, time: '16:50' })
      const take = {
        centerId,
        classId: klass.id,
        on: '2026-03-03',
        marks: [{ studentId: child.id, mark: 'present' as const }],
      }
      const [reported] = await Promise.all([
        tell('2026-03-03'),
        office.call(attendance.take, { ...take, onlyUnmarked: true }),
      ])
      expect(await marks()).toMatchObject([{ mark: reported.status === 201 ? 'absent' : 'present' }])
    }
  })

  test('absence reports by both parents give one mark and one credit', async () => {
    for (const _ of rounds) {
      const { tell, father, marks, credits } = await newFamily()
      const both = await Promise.all([tell(thursday), tell(thursday, {}, father)])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 201])
      expect([(await marks()).length, await credits()]).toEqual([1, [['open', 'notice']]])
    }
  })

  test('either withdrawing or giving the seat away succeeds, but not both', async () => {
    for (const _ of rounds) {
      const { tell, withdraw, klass } = await newFamily({ maxSize: 1 })
      await tell(thursday)
      const both = await Promise.all([withdraw(thursday), guestIn(klass, thursday)])
      expect([
        [204, 409],
        [409, 201],
      ]).toContainEqual(both.map(({ status }) => status))
    }
  })

  test('either withdrawing or booking the make-up succeeds, but not both', async () => {
    const other = await write((db) => factories(db).klass(centerId, { day: 5, maxSize: 30 }))
    for (const _ of rounds) {
      const { tell, withdraw, child } = await newFamily()
      await tell(thursday)
      const makeUp = {
        centerId,
        classId: other.id,
        studentId: child.id,
        type: 'make-up' as const,
        startDate: '2026-03-06',
      }
      const both = await Promise.all([withdraw(thursday), office.call(places.enroll, makeUp)])
      expect([
        [204, 409],
        [409, 201],
      ]).toContainEqual(both.map(({ status }) => status))
    }
  })
})
