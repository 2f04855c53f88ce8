import { beforeAll, describe, expect, test } from 'vitest'
import { schedules } from '../api.ts'
import { students } from '#features/students/api.ts'
import { records } from '#features/students/records/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'

const world = await openWorld()
const secret = 'CANARY'

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let office: Caller

/**
 * Ana has a class every Tuesday except for a past break and one that starts two weeks from now, a make-up on
 * Thursday, programs in two subjects, and two parents. `beforeAll` adds a test and a note.
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
    await db`update parent_links set phone = '+12125550143' where student_id = ${ana.id}`
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

const read = async (who: Caller, scheduleId = today) =>
  (await who.call(schedules.day, { centerId: cast.north.id, scheduleId })).body.schedules
const anaOf = async (who: Caller) => (await read(who))[0]!.students.find(({ _id }) => _id === cast.ana.id)!

describe('a student in the schedule of a day', () => {
  test('has parent and phone, breaks, programs, tests, notes, upcoming classes and their counts', async () => {
    const ana = await anaOf(office)
    expect(ana).toMatchObject({
      centerId: cast.north.id,
      type: 'regular',
      startDate: '2026-01-01',
      parentName: `${secret} Silva`,
      parentPhone: '+12125550143',
      breaks: [{ startDate: '2026-03-17', endDate: '2026-03-17' }],
      tests: [{ level: 'Math 5', test: 'Ch. 1', score1: '17/20', score2: null, name: '' }],
      notes: [{ msg: `${secret} note`, active: true }],
      scheduledAmount: { regular: 3, makeup: 1, break: 1 },
    })
    expect(ana.programs.map(({ name }) => name).sort()).toEqual(['English', 'Math'])
    expect(ana.futureScheds.map(({ type, date, class: name, off }) => [type, date, name, off])).toEqual([
      ['make-up', '2026-03-05', 'Math 6', null],
      ['regular', '2026-03-10', 'Math 5', null],
      ['regular', '2026-03-17', 'Math 5', 'On break'],
      ['regular', '2026-03-24', 'Math 5', null],
      ['regular', '2026-03-31', 'Math 5', null],
    ])
  })

  test('has the same note and timestamp as the student’s profile', async () => {
    const input = { centerId: cast.north.id, studentId: cast.ana.id }
    expect((await anaOf(office)).notes).toEqual((await office.call(students.one, input)).body.notes)
  })

  test('has empty details if there are no parents, breaks, tests or notes', async () => {
    const [first] = await read(office, '2026-03-10')
    expect(first?.students.find(({ _id }) => _id === cast.ben.id)).toMatchObject({
      parentName: '',
      parentPhone: '',
      breaks: [],
      tests: [],
      notes: [],
      scheduledAmount: { regular: 4, makeup: 0, break: 0 },
    })
  })

  test('counts toward the class’s regulars or seats, and a make-up is listed among the class’s future guests', async () => {
    expect((await read(office))[0]).toMatchObject({ stuCount: 1, schedCount: 1, seats: 1, future: [] })
    expect((await read(office, '2026-03-05'))[0]).toMatchObject({
      stuCount: 0,
      schedCount: 1,
      future: [{ date: '2026-03-05', type: 'make-up', studentId: cast.ana.id, firstName: 'Ana' }],
    })
    expect((await read(office, '2026-03-17'))[0]).toMatchObject({ stuCount: 2, schedCount: 1 })
  })

  test('has no details on a device, and the device gets no notes about the teacher', async () => {
    expect((await read(office))[0]?.teacher?.notes).toBe(`${secret} of the teacher`)
    const shown = await read(await world.as(cast.device))
    expect(shown[0]?.teacher?.notes).toBe('')
    expect(JSON.stringify(shown)).not.toContain(secret)
    expect(shown[0]).toMatchObject({ stuCount: 1, schedCount: 1, future: [] })
    expect(shown[0]?.students[0]).toMatchObject({
      parentName: '',
      parentPhone: '',
      breaks: [],
      tests: [],
      notes: [],
      futureScheds: [],
      scheduledAmount: { regular: 0, makeup: 0, break: 0 },
    })
  })

  test('is invisible to other centers’ offices', async () => {
    const south = await world.as(cast.stranger)
    expect((await south.call(schedules.day, { centerId: cast.north.id, scheduleId: today })).status).toBe(404)
  })
})
