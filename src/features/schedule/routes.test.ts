import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import { schedules } from './api.ts'

const world = await openWorld()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let office: Caller
let device: Caller

/**
 * Creates a center with two classes on Tuesdays, one on Wednesdays and one that has ended. The first class
 * has places of every type.
 */
function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const operator = await make.staff('operator', north.id)
    const teacher = await make.teacher(north.id, { firstName: 'Tess', lastName: 'Rivera' })
    const math = await make.klass(north.id, { name: 'Math 5', teacherId: teacher.id })
    await db`update classes set notes = 'CANARY-NOTE' where id = ${math.id}`
    const english = await make.klass(north.id, {
      name: 'English 3',
      subject: 'English',
      time: '15:00',
      minutes: 60,
      maxSize: 1,
    })
    await make.klass(north.id, { name: 'Wednesdays', day: 3 })
    await make.klass(north.id, { name: 'Over', endsOn: '2026-02-28' })
    await make.klass(south.id, { name: 'Elsewhere' })
    const put = async (
      lastName: string,
      place: Parameters<typeof make.place>[2],
      status: 'active' | 'prospect' = 'active',
    ) => {
      const student = await make.student(north.id, { lastName, status })
      return { student, place: await make.place(math, student.id, place) }
    }
    const regular = await put('Aa', {})
    await make.pause((await put('Bb', {})).place, today, today)
    await put('Cc', { startsOn: today, firstClass: true })
    await put('Dd', { endsOn: today })
    await put('Ee', { type: 'make-up', startsOn: today, endsOn: today })
    await put('Ff', { type: 'trial', startsOn: today, endsOn: today }, 'prospect')
    await put('Gg', { type: 'waitlist' })
    await put('Not yet', { startsOn: '2026-03-04' })
    await put('No more', { endsOn: '2026-03-02' })
    return {
      north,
      math,
      english,
      operator,
      admin: await make.staff('admin', null),
      stranger: await make.staff('operator', south.id),
      editor: await make.staff('editor', null),
      student: regular.student,
      device: { ...(await make.device(north.id, operator.id)), kind: 'devices' as const },
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  office = await world.as(cast.operator)
  device = await world.as({ ...cast.device, centerId: cast.north.id })
})

const day = (who: Caller, scheduleId: string) =>
  who.call(schedules.day, { centerId: cast.north.id, scheduleId })
const open = (who: Caller, date: string) => who.call(schedules.open, { centerId: cast.north.id, date })

describe('a day', () => {
  test('lists that day’s classes by time with teacher, seats, and everyone’s badge and mark', async () => {
    const { status, body } = await day(office, today)
    expect([status, body]).toMatchObject([
      200,
      { _id: today, date: today, today, centerId: cast.north.id, ta: [], opened: false },
    ])
    expect(
      body.schedules.map(({ name, time, endTime, seats, maxSize }) => [name, time, endTime, seats, maxSize]),
    ).toEqual([
      ['English 3', '15:00', '16:00', 0, 1],
      ['Math 5', '16:30', '17:45', 5, 8],
    ])
    expect(body.schedules[0]).toMatchObject({ subject: 'English', teacher: null, students: [] })
    expect(body.schedules[1]).toMatchObject({
      day: 2,
      notes: 'CANARY-NOTE',
      teacher: { lastName: 'Rivera', type: 'permanent' },
    })
    expect(
      body.schedules[1]?.students.map(({ lastName, badge, onBreak }) => [lastName, badge, onBreak]),
    ).toEqual([
      ['Aa', null, false],
      ['Bb', null, true],
      ['Cc', 'FC', false],
      ['Dd', 'LC', false],
      ['Ee', 'MU', false],
      ['Ff', 'PR', false],
      ['Gg', 'WL', false],
    ])
    expect(body.schedules[1]?.students[0]).toMatchObject({
      _id: cast.student.id,
      studentNum: expect.stringMatching(/^\w+$/) as string,
      firstName: cast.student.firstName,
      grade: '5',
      status: 'active',
      type: 'regular',
      startDate: '2026-01-01',
      endDate: null,
      programs: [{ name: 'Math', level: 'Math 5', chapter: 1, test: null }],
      mark: null,
    })
  })

  test('shows breaks and first classes only on their own days', async () => {
    const { body } = await day(office, '2026-03-10')
    const students = body.schedules.find(({ name }) => name === 'Math 5')?.students ?? []
    expect(students.map(({ lastName, badge, onBreak }) => [lastName, badge, onBreak])).toEqual([
      ['Aa', null, false],
      ['Bb', null, false],
      ['Cc', null, false],
      ['Not yet', null, false],
      ['Gg', 'WL', false],
    ])
    const before = await day(office, '2026-02-24')
    expect(before.body.schedules.map(({ name }) => name)).toEqual(['English 3', 'Math 5', 'Over'])
    expect((await day(office, '2026-03-04')).body.schedules.map(({ name }) => name)).toEqual(['Wednesdays'])
    expect((await day(office, '2026-03-05')).body.schedules).toEqual([])
  })

  test('is visible to a device only if it is today, and devices get no notes', async () => {
    const { status, text } = await day(device, today)
    expect(status).toBe(200)
    expect(text).toContain('Math 5')
    expect(text).not.toContain('CANARY-NOTE')
    expect((await day(device, '2026-03-02')).status).toBe(404)
    expect((await day(device, '2026-03-10')).status).toBe(404)
  })

  test('is visible only to staff of the center, and only for a valid date', async () => {
    const status = async (who: Parameters<typeof world.as>[0]) =>
      (await day(await world.as(who), today)).status
    expect([await status(null), await status(cast.editor), await status(cast.student)]).toEqual([
      401, 403, 403,
    ])
    expect([await status(cast.stranger), await status(cast.admin)]).toEqual([404, 200])
    expect((await office.call(schedules.day, { centerId: 'No such center', scheduleId: today })).status).toBe(
      404,
    )
    for (const odd of ['2026-02-29', '2026-13-01', 'today', '2026-3-3', '0000-00-00', '../x']) {
      const answer = await day(office, odd)
      expect([odd, answer.status]).toEqual([odd, 400])
      expect(answer.body).toMatchObject({ errors: [{ path: '/scheduleId' }] })
    }
  })
})

describe('opening a day', () => {
  test('returns 201 the first time and 200 afterward, with one history row', async () => {
    const first = await open(office, '2026-03-17')
    expect([first.status, first.body]).toMatchObject([201, { _id: '2026-03-17', today, opened: true }])
    expect(first.body.schedules).toHaveLength(2)
    const again = await open(await world.as(cast.admin), '2026-03-17')
    expect([again.status, again.body]).toEqual([200, first.body])
    const trail = await world.database.read`
      select action, person_id, center_id from audit where entity_id = ${`${cast.north.id} 2026-03-17`}`
    expect([...trail]).toEqual([
      { action: 'schedules.open', personId: cast.operator.id, centerId: cast.north.id },
    ])
  })

  test('by many people simultaneously opens it only once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(office, '2026-03-24')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
    const rows = await world.database
      .read`select 1 from schedules where center_id = ${cast.north.id} and held_on = '2026-03-24'`
    expect(rows).toHaveLength(1)
  })

  test('is allowed only for the center’s office, and needs a valid date', async () => {
    const status = async (who: Parameters<typeof world.as>[0]) =>
      (await open(await world.as(who), '2026-03-31')).status
    expect([await status(null), await status(cast.editor), await status(cast.student)]).toEqual([
      401, 403, 403,
    ])
    expect([await status(cast.stranger), (await open(device, today)).status]).toEqual([404, 403])
    expect(await open(office, '2026-02-29')).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/date' }] },
    })
    const input = { centerId: cast.north.id, date: '2026-03-31' }
    expect((await office.call(schedules.open, input, { raw: {} })).status).toBe(400)
    expect((await office.call(schedules.open, input, { raw: { date: '2026-03-31', ta: [] } })).status).toBe(
      400,
    )
    expect(await world.database.read`select 1 from schedules where held_on = '2026-03-31'`).toHaveLength(0)
  })
})
