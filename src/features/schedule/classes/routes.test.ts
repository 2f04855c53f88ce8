import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { schedules } from '../api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import { classes } from './api.ts'

const world = await openWorld()
const make = <T>(work: (of: ReturnType<typeof factories>) => Promise<T>) =>
  world.database.write((db) => work(factories(db)))

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let office: Caller

const makeCast = () =>
  make(async (of) => {
    const [north, south] = [await of.center(), await of.center()]
    const operator = await of.staff('operator', north.id)
    return {
      centerId: north.id,
      operator,
      tess: await of.teacher(north.id, { firstName: 'Tess', lastName: 'Rivera' }),
      assistant: await of.teacher(north.id, { duty: 'assistant' }),
      elsewhere: await of.teacher(south.id),
      admin: await of.staff('admin', null),
      stranger: await of.staff('operator', south.id),
      editor: await of.staff('editor', null),
      device: { ...(await of.device(north.id, operator.id)), kind: 'devices' as const },
    }
  })

beforeAll(async () => {
  cast = await makeCast()
  office = await world.as(cast.operator)
})

/**
 * Creates a center without classes, so that lists contain only classes of the test. An admin acts as its
 * office.
 */
async function ownCenter() {
  const { id } = await make((of) => of.center())
  return { centerId: id, admin: await world.as(cast.admin) }
}

const plan = {
  name: 'Math 5',
  subject: 'Math',
  type: 'REGULAR',
  day: 2,
  time: '16:30',
  maxSize: 8,
} as const

const add = (more: object = {}) => office.call(classes.add, { centerId: cast.centerId, ...plan, ...more })
const added = async (more: object = {}) => (await add(more)).body
const change = (classId: string, more: object, headers = {}) =>
  office.call(classes.change, { centerId: cast.centerId, classId, ...more }, { headers })
const end = (classId: string, from?: string, headers = {}) =>
  office.call(classes.end, { centerId: cast.centerId, classId, from }, { headers })
const listed = async (classId: string, ask: object = {}) =>
  (await office.call(classes.list, { centerId: cast.centerId, ended: true, ...ask })).body.find(
    ({ id }) => id === classId,
  )
/** Returns the class as the scheduler shows it on a day. */
const onDay = async (scheduleId: string, classId: string) =>
  (await office.call(schedules.day, { centerId: cast.centerId, scheduleId })).body.schedules.find(
    ({ id }) => id === classId,
  )
const trail = (id: string) =>
  world.database.read`select action, before, after from audit where entity_id = ${id} order by id`
const seat = (classId: string, place: object, lastName = 'Lima') =>
  make(async (of) => {
    const student = await of.student(cast.centerId, { firstName: 'Ana', lastName })
    return { student, place: await of.place({ id: classId, centerId: cast.centerId }, student.id, place) }
  })
const guest = (classId: string, on: string, lastName?: string) =>
  seat(classId, { type: 'make-up', startsOn: on, endsOn: on }, lastName)

const statuses = async (send: (who: Caller) => Promise<{ status: number }>) => {
  const device = { ...cast.device, centerId: cast.centerId }
  const status = []
  for (const who of [null, cast.editor, device, cast.stranger])
    status.push((await send(await world.as(who))).status)
  return status
}

describe('a center’s classes', () => {
  test('include current and future ones, with seats, waitlist and guests', async () => {
    const { centerId, admin } = await ownCenter()
    const { math, soon } = await make(async (of) => {
      const full = await of.klass(centerId, { name: 'Math 5', maxSize: 8 })
      const later = await of.klass(centerId, { name: 'Soon', day: 4, startsOn: '2026-04-01' })
      await of.klass(centerId, { name: 'Over', endsOn: '2026-02-28' })
      const put = async (lastName: string, place: object) => {
        const student = await of.student(centerId, { firstName: 'Ana', lastName })
        return await of.place(full, student.id, place)
      }
      await put('Aa', {})
      await of.pause(await put('Bb', {}), today, '2026-03-09')
      await put('Gone', { endsOn: '2026-03-02' })
      await put('Wait', { type: 'waitlist' })
      await put('Was', { type: 'make-up', startsOn: '2026-02-24', endsOn: '2026-02-24' })
      await put('Now', { type: 'make-up', startsOn: today, endsOn: today })
      await put('Later', { type: 'trial', startsOn: '2026-03-10', endsOn: '2026-03-10' })
      return { math: full, soon: later }
    })
    const { status, body } = await admin.call(classes.list, { centerId })
    expect([status, body.map(({ name }) => name)]).toEqual([200, ['Math 5', 'Soon']])
    expect(body[0]).toMatchObject({
      id: math.id,
      day: 2,
      time: '16:30',
      endTime: '17:45',
      minutes: 75,
      maxSize: 8,
      startDate: '2026-01-01',
      endDate: null,
      next: null,
      teacher: null,
      stuCount: 2,
      schedCount: 2,
      waitlist: 1,
      version: 1,
      future: [
        { date: today, type: 'make-up', firstName: 'Ana', lastName: 'Now' },
        { date: '2026-03-10', type: 'trial', lastName: 'Later' },
      ],
    })
    expect(body[1]).toMatchObject({
      id: soon.id,
      startDate: '2026-04-01',
      stuCount: 0,
      schedCount: 0,
      future: [],
    })
    const ended = await admin.call(classes.list, { centerId, ended: true })
    expect(ended.body.map(({ name, endDate }) => [name, endDate])).toEqual([
      ['Math 5', null],
      ['Over', '2026-02-28'],
      ['Soon', null],
    ])
  })

  test('are listed for a day as they were on that day', async () => {
    const { id } = await added({ startDate: '2026-02-01', name: 'Past and future' })
    await change(id, { time: '17:00', from: '2026-03-10' })
    expect(await listed(id)).toMatchObject({
      time: '16:30',
      next: { startDate: '2026-03-10', time: '17:00', endTime: '18:15' },
    })
    expect(await listed(id, { on: '2026-03-09', ended: undefined })).toMatchObject({ time: '16:30' })
    expect(await listed(id, { on: '2026-03-10', ended: undefined })).toMatchObject({
      time: '17:00',
      next: null,
    })
    expect(await listed(id, { on: '2026-01-31', ended: undefined })).toBeUndefined()
  })

  test('count seats at the next actual meeting, skipping closures, cancellations and reported absences', async () => {
    const { id } = await added()
    const { student } = await seat(id, {})
    await seat(id, {})
    await guest(id, '2026-03-17')
    await world.database.write(async (db) => {
      await db`insert into closures (center_id, held_on) values (${cast.centerId}, ${today})`
      await db`insert into class_days (center_id, class_id, held_on, canceled_at) values (${cast.centerId}, ${id}, '2026-03-10', now())`
      await db`insert into attendances (center_id, id, class_id, student_id, held_on, mark, noticed_at)
        values (${cast.centerId}, ${newId()}, ${id}, ${student.id}, '2026-03-17', 'absent', now())`
    })
    expect(await listed(id)).toMatchObject({ stuCount: 2, schedCount: 2 })
    await guest(id, '2026-03-17')
    expect(await listed(id)).toMatchObject({ schedCount: 3 })
    await world.database.write((db) => db`delete from closures where center_id = ${cast.centerId}`)
    expect(await listed(id)).toMatchObject({ schedCount: 2 })
  })

  test('hide notes and students’ names from devices', async () => {
    const { id } = await added({ notes: 'CANARY-NOTE', name: 'For a device' })
    await guest(id, '2026-03-10', 'CANARY-GUEST')
    const device = await world.as({ ...cast.device, centerId: cast.centerId })
    const { status, text } = await device.call(classes.list, { centerId: cast.centerId })
    expect([status, text.includes('For a device'), text.includes('CANARY')]).toEqual([200, true, false])
  })

  test('are visible only to staff of the center, and only for a valid date', async () => {
    const list = (who: Caller) => who.call(classes.list, { centerId: cast.centerId })
    expect(await statuses(list)).toEqual([401, 403, 200, 404])
    expect((await office.call(classes.list, { centerId: 'Nowhere' })).status).toBe(404)
    expect((await office.call(classes.list, { centerId: 'a/b' })).status).toBe(400)
    expect((await office.call(classes.list, { centerId: cast.centerId, on: '2026-02-30' })).status).toBe(422)
  })
})

describe('planning a class', () => {
  test('starts the class today with the usual length and shows it in the scheduler', async () => {
    const { status, body, headers } = await add({ teacherId: cast.tess.id, notes: ' Bring <rulers>. ' })
    expect([status, headers['etag']]).toEqual([201, '"1"'])
    expect(body).toMatchObject({
      ...plan,
      endTime: '17:45',
      minutes: 75,
      startDate: today,
      endDate: null,
      next: null,
      teacher: { firstName: 'Tess', type: 'permanent' },
      stuCount: 0,
      schedCount: 0,
      notes: 'Bring &lt;rulers&gt;.',
      warnings: [],
      version: 1,
    })
    expect(await onDay(today, body.id)).toMatchObject({ name: 'Math 5', time: '16:30' })
    expect(await onDay('2026-02-24', body.id)).toBeUndefined()
    expect(await trail(body.id)).toMatchObject([
      { action: 'classes.add', before: null, after: { name: 'Math 5', startsOn: today } },
    ])
    await end(body.id)
  })

  test('accepts a first and last day; private tutoring lasts an hour by default', async () => {
    const body = await added({
      subject: 'Private Tutoring',
      type: 'PT',
      startDate: '2026-04-07',
      endDate: '2026-04-14',
    })
    expect(body).toMatchObject({
      minutes: 60,
      endTime: '17:30',
      startDate: '2026-04-07',
      endDate: '2026-04-14',
    })
    const met = [
      await onDay('2026-03-31', body.id),
      await onDay('2026-04-07', body.id),
      await onDay('2026-04-21', body.id),
    ]
    expect(met.map((entry) => entry?.id)).toEqual([undefined, body.id, undefined])
  })

  test('succeeds with a warning if the teacher has another class at that time', async () => {
    const busy = await make((of) => of.teacher(cast.centerId))
    const first = await added({ name: 'First', teacherId: busy.id, startDate: '2026-03-10' })
    const second = await add({ name: 'Second', teacherId: busy.id, time: '17:40' })
    expect(second).toMatchObject({
      status: 201,
      body: {
        warnings: [
          {
            code: 'teacher_busy',
            classId: first.id,
            text: 'The teacher also has “First” at 4:30\u00a0PM, first on Tue, Mar 10.',
          },
        ],
      },
    })
    expect((await added({ name: 'After', teacherId: busy.id, time: '18:55' })).warnings).toEqual([])
    expect((await added({ name: 'Another day', teacherId: busy.id, day: 3 })).warnings).toEqual([])
  })

  test('is allowed only for the center’s office', async () => {
    expect(await statuses((who) => who.call(classes.add, { centerId: cast.centerId, ...plan }))).toEqual([
      401, 403, 403, 404,
    ])
  })

  test.each([
    [{ day: 7 }, 422, '/day'],
    [{ day: '2' }, 400, '/day'],
    [{ time: '24:00' }, 422, '/time'],
    [{ time: '4:30p' }, 422, '/time'],
    [{ time: '22:45' }, 422, '/minutes'],
    [{ time: '23:00', minutes: 60 }, 422, '/minutes'],
    [{ minutes: 4 }, 422, '/minutes'],
    [{ minutes: 481 }, 422, '/minutes'],
    [{ maxSize: 0 }, 422, '/maxSize'],
    [{ maxSize: 101 }, 422, '/maxSize'],
    [{ name: ' ' }, 422, '/name'],
    [{ subject: 'Music' }, 400, '/subject'],
    [{ type: 'pt' }, 400, '/type'],
    [{ startDate: '2026-02-29' }, 422, '/startDate'],
    [{ startDate: '2026-03-10', endDate: '2026-03-09' }, 422, '/endDate'],
    [{ teacherId: 'nobody' }, 400, '/teacherId'],
    [{ teacherId: newId() }, 422, '/teacherId'],
    [{ stuCount: 3 }, 400, '/stuCount'],
  ])('with %j is refused with %i', async (odd, status, path) => {
    const answer = await add(odd)
    expect([answer.status, answer.body]).toMatchObject([status, { errors: [{ path }] }])
  })

  test('rejects assistants and people from other centers as the teacher', async () => {
    for (const { id } of [cast.assistant, cast.elsewhere, cast.operator])
      expect(await add({ teacherId: id })).toMatchObject({ status: 422, body: { code: 'no_teacher' } })
  })
})
