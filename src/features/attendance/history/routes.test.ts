import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { attendance } from '../api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import { attendanceHistory } from './api.ts'

const world = await openWorld()
const unknown = newId()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let operator: Caller
let centerId: string
let taker: string

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const [ana, ben] = [
      await make.student(north.id, { lastName: 'A' }),
      await make.student(north.id, { lastName: 'B' }),
    ]
    const [tuesdays, twice] = [
      await make.klass(north.id, { name: 'Tuesdays' }),
      await make.klass(north.id, { name: 'Twice', time: '18:00' }),
    ]
    for (const klass of [tuesdays, twice]) for (const { id } of [ana, ben]) await make.place(klass, id)
    const office = await make.staff('operator', north.id)
    return {
      north,
      ana,
      ben,
      tuesdays,
      twice,
      foreign: await make.klass(south.id),
      elsewhere: await make.student(south.id),
      mother: await make.parent([ana]),
      operator: office,
      stranger: await make.staff('operator', south.id),
      editor: await make.staff('editor', north.id),
      device: { ...(await make.device(north.id, office.id)), kind: 'devices' as const },
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  centerId = cast.north.id
  operator = await world.as(cast.operator)
  taker = `${cast.operator.firstName} ${cast.operator.lastName}`
})

const take = async (
  on: string,
  marks: [string, 'present' | 'absent' | 'pickup' | null][],
  classId = cast.tuesdays.id,
) => {
  const { status, body } = await operator.call(attendance.take, {
    centerId,
    classId,
    on,
    marks: marks.map(([studentId, mark]) => ({ studentId, mark })),
  })
  expect(status).toBeLessThan(300)
  return body
}
const days = { from: '2026-02-01', to: today }

describe('attendance history', () => {
  test('lists one student’s or one class’s marks, oldest first, with details and who took them', async () => {
    await take('2026-02-24', [
      [cast.ben.id, 'present'],
      [cast.ana.id, 'absent'],
    ])
    await take('2026-02-24', [[cast.ana.id, 'present']], cast.twice.id)
    await take(today, [[cast.ana.id, 'present']])
    const { status, body } = await operator.call(attendanceHistory.list, {
      centerId,
      studentId: cast.ana.id,
      ...days,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ student: { _id: cast.ana.id, firstName: cast.ana.firstName }, class: null })
    expect(body.marks).toMatchObject([
      {
        on: '2026-02-24',
        className: 'Tuesdays',
        mark: 'absent',
        arrivedAt: null,
        excused: false,
        takenBy: taker,
        version: 1,
      },
      { on: '2026-02-24', className: 'Twice', mark: 'present' },
      { on: today, className: 'Tuesdays', mark: 'present' },
    ])
    const inClass = await operator.call(attendanceHistory.list, {
      centerId,
      classId: cast.tuesdays.id,
      ...days,
    })
    expect(inClass.body.marks.map(({ on, lastName }) => [on, lastName])).toEqual([
      ['2026-02-24', 'A'],
      ['2026-02-24', 'B'],
      [today, 'A'],
    ])
    expect(inClass.body).toMatchObject({ student: null, class: { name: 'Tuesdays' } })
    const both = await operator.call(attendanceHistory.list, {
      centerId,
      classId: cast.twice.id,
      studentId: cast.ana.id,
      ...days,
    })
    expect(both.body.marks).toHaveLength(1)
    const day = await operator.call(attendanceHistory.list, {
      centerId,
      studentId: cast.ana.id,
      from: today,
      to: today,
    })
    expect(day.body.marks).toHaveLength(1)
  })

  test('adds the meeting time to a class name if another class has the same name on that weekday', async () => {
    const another = (day: number) =>
      world.database.write((db) => factories(db).klass(centerId, { name: 'Tuesdays', day, time: '15:00' }))
    const names = async () => {
      const { body } = await operator.call(attendanceHistory.list, {
        centerId,
        studentId: cast.ben.id,
        ...days,
      })
      return body.marks.map(({ className }) => className)
    }
    await another(4)
    expect(await names()).toEqual(['Tuesdays'])
    const { id } = await another(2)
    expect(await names()).toEqual(['Tuesdays (Tue 4:30 PM)'])
    await world.database.single`update classes set name = 'Renamed' where id = ${id}`
  })

  test('requires a student or a class and a valid range of days', async () => {
    const statusOf = async (more: object) =>
      (await operator.call(attendanceHistory.list, { centerId, ...days, ...more })).status
    expect(await statusOf({})).toBe(400)
    expect(await statusOf({ studentId: 'x' })).toBe(400)
    expect(await statusOf({ studentId: cast.ana.id, from: '2026-03-04' })).toBe(422)
    expect(await statusOf({ studentId: cast.ana.id, from: '2025-01-27' })).toBe(422)
    expect(await statusOf({ studentId: cast.ana.id, from: '2025-01-28' })).toBe(200)
    expect(await statusOf({ studentId: cast.ana.id, from: '2026-02-30' })).toBe(422)
    expect(await statusOf({ studentId: cast.ana.id, name: 'x' })).toBe(400)
  })

  test('is available only to the center’s own office', async () => {
    const input = { centerId, studentId: cast.ana.id, ...days }
    expect((await (await world.as(null)).call(attendanceHistory.list, input)).status).toBe(401)
    for (const who of [cast.ana, cast.mother, cast.editor, cast.device])
      expect((await (await world.as(who)).call(attendanceHistory.list, input)).status).toBe(403)
    expect((await (await world.as(cast.stranger)).call(attendanceHistory.list, input)).status).toBe(404)
    for (const studentId of [cast.elsewhere.id, unknown])
      expect((await operator.call(attendanceHistory.list, { ...input, studentId })).status).toBe(404)
    for (const classId of [cast.foreign.id, unknown])
      expect((await operator.call(attendanceHistory.list, { centerId, classId, ...days })).status).toBe(404)
  })
})

describe('students of a class', () => {
  const input = { from: '2026-02-01', to: today }
  const names = async (more: object) =>
    (
      await operator.call(attendanceHistory.classmates, {
        centerId,
        ...input,
        classId: cast.tuesdays.id,
        ...more,
      })
    ).body.map(({ lastName }) => lastName)

  test('include everyone with a place or a mark in the range, sorted by name, but not the waitlist', async () => {
    await world.database.write(async (db) => {
      const make = factories(db)
      const [formerStudent, waiting] = [
        await make.student(centerId, { lastName: '0' }),
        await make.student(centerId, { lastName: 'C' }),
      ]
      await make.place(cast.tuesdays, formerStudent.id, { endsOn: '2026-01-13' })
      await make.place(cast.tuesdays, waiting.id, { type: 'waitlist' })
    })
    expect(await names({})).toEqual(['A', 'B'])
    expect(await names({ from: '2026-01-13' })).toEqual(['0', 'A', 'B'])
  })

  test('are listed only for the center’s office, and for a valid range of days', async () => {
    const call = async (who: Caller, more: object = {}) =>
      (
        await who.call(attendanceHistory.classmates, {
          centerId,
          classId: cast.tuesdays.id,
          ...input,
          ...more,
        })
      ).status
    expect(await call(operator)).toBe(200)
    expect(await call(operator, { from: '2025-01-01' })).toBe(422)
    for (const classId of [cast.foreign.id, unknown]) expect(await call(operator, { classId })).toBe(404)
    expect(await call(await world.as(cast.device))).toBe(403)
    expect(await call(await world.as(cast.stranger))).toBe(404)
  })
})

describe('corrections of a mark', () => {
  const on = '2026-02-17'
  const corrections = async (id: string) =>
    (await operator.call(attendanceHistory.corrections, { centerId, id })).body

  test('are listed newest first, only for this student, even if the mark was cleared and taken again', async () => {
    const manager = await world.as(
      await world.database.write((db) => factories(db).staff('manager', centerId)),
    )
    const send = async (marks: { studentId: string; mark: 'present' | 'absent' | null }[]) =>
      (await manager.call(attendance.take, { centerId, classId: cast.tuesdays.id, on, marks })).body
    const [first] = await send([
      { studentId: cast.ana.id, mark: 'present' },
      { studentId: cast.ben.id, mark: 'present' },
    ])
    await send([{ studentId: cast.ben.id, mark: 'absent' }])
    await manager.call(attendance.clear, { centerId, id: first?._id ?? '' })
    const [second] = await send([{ studentId: cast.ana.id, mark: 'absent' }])
    const id = second?._id ?? ''
    await manager.call(attendance.change, { centerId, id, excused: true, reason: 'sick' })
    const rows = await corrections(id)
    expect(rows.map(({ before, after }) => [before?.mark ?? null, after?.mark ?? null])).toEqual([
      ['absent', 'absent'],
      [null, 'absent'],
      ['present', null],
      [null, 'present'],
    ])
    expect(rows[0]).toMatchObject({ before: { excused: false }, after: { excused: true, reason: 'sick' } })
    expect(new Set(rows.map(({ by }) => by)).size).toBe(1)
  })

  test('name the device that made them', async () => {
    const device = await world.as(cast.device)
    const input = {
      centerId,
      classId: cast.tuesdays.id,
      on: today,
      marks: [{ studentId: cast.ben.id, mark: 'present' as const }],
    }
    const { body } = await device.call(attendance.take, input)
    expect(await corrections(body[0]?._id ?? '')).toMatchObject([
      { by: expect.stringMatching(/^Room/) as string, before: null },
    ])
  })

  test('are available only to the center’s own office', async () => {
    const { body } = await operator.call(attendanceHistory.list, {
      centerId,
      studentId: cast.ana.id,
      ...days,
    })
    const input = { centerId, id: body.marks[0]?._id ?? '' }
    expect((await (await world.as(cast.stranger)).call(attendanceHistory.corrections, input)).status).toBe(
      404,
    )
    expect((await operator.call(attendanceHistory.corrections, { centerId, id: unknown })).status).toBe(404)
    expect((await (await world.as(cast.device)).call(attendanceHistory.corrections, input)).status).toBe(403)
    expect((await (await world.as(null)).call(attendanceHistory.corrections, input)).status).toBe(401)
  })
})
