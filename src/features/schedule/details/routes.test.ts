import { beforeAll, describe, expect, test } from 'vitest'
import { schedules } from '#features/schedule/api.ts'
import { records } from '#features/students/records/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import { details } from './api.ts'

const world = await openWorld()
const secret = 'CANARY'

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let office: Caller

/**
 * Ana: every Tuesday with a break in two weeks, a make-up on Thursday, a second subject, a parent, a test and
 * a note.
 */
function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const operator = await make.staff('operator', north.id)
    const teacher = await make.teacher(north.id)
    await db`update staff set notes = ${`${secret} of the teacher`} where person_id = ${teacher.id}`
    const math = await make.klass(north.id, { name: 'Math 5', teacherId: teacher.id })
    const other = await make.klass(north.id, { name: 'Math 6', day: 4, time: '15:00' })
    const ana = await make.student(north.id, { firstName: 'Ana' })
    const ben = await make.student(north.id, { firstName: 'Ben' })
    const place = await make.place(math, ana.id)
    await make.pause(place, '2026-02-10', '2026-02-17')
    await make.pause(place, '2026-03-17', '2026-03-17')
    await make.place(math, ben.id, { startsOn: '2026-03-10' })
    await make.place(other, ana.id, { type: 'make-up', startsOn: '2026-03-05', endsOn: '2026-03-05' })
    await db`insert into programs (center_id, student_id, name, level, chapter) values (${north.id}, ${ana.id}, 'English', 'E3', 2)`
    await make.parent([{ id: ana.id, centerId: north.id }], { firstName: secret, lastName: 'Silva' })
    return {
      north,
      math,
      ana,
      ben,
      operator,
      stranger: await make.staff('operator', south.id),
      editor: await make.staff('editor', null),
      parent: await make.parent([{ id: ana.id, centerId: north.id }]),
      device: { ...(await make.device(north.id, operator.id)), kind: 'devices' as const, centerId: north.id },
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  office = await world.as(cast.operator)
  const student = { centerId: cast.north.id, studentId: cast.ana.id }
  await office.call(records.addNote, { ...student, msg: `${secret} note` })
  await office.call(records.addTest, {
    ...student,
    date: today,
    subject: 'Math',
    level: 'Math 5',
    test: 'Ch. 1',
    score1: '17/20',
  })
})

const look = (who: Caller, more: { scheduleId?: string; studentId?: string; classId?: string } = {}) =>
  who.call(details.ofStudent, {
    centerId: cast.north.id,
    scheduleId: today,
    classId: cast.math.id,
    studentId: cast.ana.id,
    ...more,
  })

describe('a student of the day', () => {
  test('comes with parent, breaks, programs, tests, notes, upcoming classes and their counts', async () => {
    const { status, body } = await look(office)
    expect([status, body]).toMatchObject([
      200,
      {
        _id: cast.ana.id,
        centerId: cast.north.id,
        type: 'regular',
        startDate: '2026-01-01',
        parentName: `${secret} Silva`,
        breaks: [{ startDate: '2026-03-17', endDate: '2026-03-17' }],
        tests: [{ level: 'Math 5', test: 'Ch. 1', score1: '17/20', score2: null, name: '' }],
        notes: [{ msg: `${secret} note`, active: true }],
        scheduledAmount: { regular: 3, makeup: 1, break: 1 },
      },
    ])
    expect(body.programs.map(({ name }) => name).sort()).toEqual(['English', 'Math'])
    expect(body.futureScheds.map(({ type, date, class: name, off }) => [type, date, name, off])).toEqual([
      ['make-up', '2026-03-05', 'Math 6', null],
      ['regular', '2026-03-10', 'Math 5', null],
      ['regular', '2026-03-17', 'Math 5', 'On break'],
      ['regular', '2026-03-24', 'Math 5', null],
      ['regular', '2026-03-31', 'Math 5', null],
    ])
  })

  test('is 404 before the first day, for unknown students, and on days without the class', async () => {
    expect((await look(office, { studentId: cast.ben.id })).status).toBe(404)
    expect((await look(office, { studentId: cast.ben.id, scheduleId: '2026-03-10' })).status).toBe(200)
    expect((await look(office, { scheduleId: '2026-03-04' })).status).toBe(404)
    expect((await look(office, { studentId: cast.math.id })).status).toBe(404)
    expect((await look(office, { scheduleId: '2026-02-30' })).status).toBe(400)
  })

  test('is only visible to the center’s own office', async () => {
    expect((await look(await world.as(cast.stranger))).status).toBe(404)
    for (const who of [cast.editor, cast.parent, cast.ana, cast.device])
      expect((await look(await world.as(who))).status).toBe(403)
    expect((await look(await world.as(null))).status).toBe(401)
  })

  test('and notes about the teacher are never sent to a device', async () => {
    const read = async (who: Caller) =>
      (await who.call(schedules.day, { centerId: cast.north.id, scheduleId: today })).body
    expect((await read(office)).schedules[0]?.teacher?.notes).toBe(`${secret} of the teacher`)
    const shown = await read(await world.as(cast.device))
    expect(shown.schedules[0]?.teacher?.notes).toBe('')
    expect(JSON.stringify(shown)).not.toContain(secret)
    for (const field of ['parentName', 'breaks', 'tests', 'notes', 'futureScheds', 'scheduledAmount'])
      expect(shown.schedules[0]?.students[0]).not.toHaveProperty(field)
  })
})
