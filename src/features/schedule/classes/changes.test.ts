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
      stranger: await of.staff('operator', south.id),
      editor: await of.staff('editor', null),
      device: { ...(await of.device(north.id, operator.id)), kind: 'devices' as const, centerId: north.id },
    }
  })

beforeAll(async () => {
  cast = await makeCast()
  office = await world.as(cast.operator)
})

const lastWeek = '2026-02-24'
const nextWeek = '2026-03-10'

const klass = (more: object = {}) => make((of) => of.klass(cast.centerId, { name: 'Math 5', ...more }))
const change = (classId: string, more: object, headers = {}) =>
  office.call(classes.change, { centerId: cast.centerId, classId, ...more }, { headers })
const whole = {
  name: 'Math 6',
  subject: 'English',
  type: 'GROUP',
  day: 2,
  time: '17:00',
  minutes: 60,
  maxSize: 6,
  teacherId: null,
  notes: 'Room 2.',
} as const
const replace = (classId: string, more: object = {}) =>
  office.call(classes.replace, { centerId: cast.centerId, classId, ...whole, ...more })
const onDay = async (scheduleId: string, classId: string) =>
  (await office.call(schedules.day, { centerId: cast.centerId, scheduleId })).body.schedules.find(
    ({ id }) => id === classId,
  )
const trail = (id: string) =>
  world.database.read`select action, before, after from audit where entity_id = ${id} order by id`
const put = (into: { id: string; centerId: string }, place: object = {}, studentId?: string) =>
  make(async (of) => {
    const student = studentId ?? (await of.student(cast.centerId, { firstName: 'Ana', lastName: 'Lima' })).id
    return { studentId: student, place: await of.place(into, student, place) }
  })
const guest = (into: { id: string; centerId: string }, on: string) =>
  put(into, { type: 'make-up', startsOn: on, endsOn: on })

describe('a change of day, time, length, size or teacher', () => {
  test('applies starting on the given day and leaves earlier days unchanged', async () => {
    const math = await klass({ time: '16:30' })
    const before = await onDay(lastWeek, math.id)
    const { status, body } = await change(math.id, {
      time: '17:00',
      minutes: 90,
      maxSize: 9,
      teacherId: cast.tess.id,
      from: nextWeek,
    })
    expect([status, body]).toMatchObject([
      200,
      { time: '16:30', next: { startDate: nextWeek, time: '17:00', endTime: '18:30' }, version: 2 },
    ])
    expect(await onDay(lastWeek, math.id)).toEqual(before)
    expect(await onDay(today, math.id)).toMatchObject({
      time: '16:30',
      endTime: '17:45',
      maxSize: 8,
      teacher: null,
    })
    expect(await onDay(nextWeek, math.id)).toMatchObject({
      time: '17:00',
      maxSize: 9,
      teacher: { firstName: 'Tess' },
    })
    expect(await trail(math.id)).toMatchObject([
      {
        action: 'classes.change',
        before: { time: '16:30', maxSize: 8 },
        after: { time: '17:00', maxSize: 9, from: nextWeek },
      },
    ])
  })

  test('applies from today by default and leaves yesterday unchanged', async () => {
    const monday = await klass({ day: 1 })
    const daily = await change(monday.id, { day: 2 })
    expect(daily.body).toMatchObject({ day: 2, startDate: '2026-01-01', next: null })
    const met = [
      await onDay('2026-03-02', monday.id),
      await onDay(today, monday.id),
      await onDay('2026-03-09', monday.id),
    ]
    expect(met.map((entry) => entry?.time)).toEqual(['16:30', '16:30', undefined])
  })

  test('replaces a planned change that starts on the same day', async () => {
    const math = await klass()
    await change(math.id, { time: '17:00', from: nextWeek })
    const { body } = await change(math.id, { time: '18:00', from: nextWeek })
    expect(body).toMatchObject({ time: '16:30', next: { startDate: nextWeek, time: '18:00' } })
    expect((await change(math.id, { time: '16:30', from: nextWeek })).body.next).toBeNull()
    expect(await world.database.read`select 1 from class_terms where class_id = ${math.id}`).toHaveLength(1)
  })

  test('can also set the name, subject, type and notes, which apply to every day', async () => {
    const math = await klass()
    const { status, body } = await replace(math.id, { from: nextWeek })
    expect([status, body]).toMatchObject([
      200,
      {
        name: 'Math 6',
        subject: 'English',
        type: 'GROUP',
        notes: 'Room 2.',
        time: '16:30',
        next: { time: '17:00', minutes: 60, maxSize: 6 },
      },
    ])
    expect((await replace(math.id, { from: nextWeek })).body.version).toBe(2)
    expect(await trail(math.id)).toHaveLength(1)
  })

  test('to the same values creates no new version or audit row', async () => {
    const math = await klass()
    const { status, body } = await change(math.id, { time: '16:30', name: 'Math 5' })
    expect([status, body.version]).toEqual([200, 1])
    expect(await trail(math.id)).toHaveLength(0)
  })

  test('is refused for past days, for an ended class, and if the class would run past midnight', async () => {
    const math = await klass({ endsOn: '2026-03-31' })
    expect(await change(math.id, { time: '17:00', from: '2026-03-02' })).toMatchObject({
      status: 422,
      body: { code: 'past' },
    })
    expect(await change(math.id, { time: '17:00', from: '2026-04-01' })).toMatchObject({
      status: 409,
      body: { code: 'ended', endDate: '2026-03-31' },
    })
    expect(await change(math.id, { name: 'Was Math', from: '2026-04-01' })).toMatchObject({
      status: 200,
      body: { name: 'Was Math' },
    })
    expect(await change(math.id, { time: '23:00' })).toMatchObject({
      status: 422,
      body: { code: 'ends_next_day' },
    })
    expect(await change(math.id, { teacherId: newId() })).toMatchObject({
      status: 422,
      body: { code: 'no_teacher' },
    })
  })

  test('may give a teacher two classes at once, with a warning', async () => {
    await klass({ name: 'Other', day: 5, time: '10:00', teacherId: cast.tess.id })
    const math = await klass({ day: 5, time: '12:00', teacherId: cast.tess.id })
    const { status, body } = await change(math.id, { time: '10:30', from: nextWeek })
    expect([status, body.warnings]).toMatchObject([
      200,
      [
        {
          code: 'teacher_busy',
          text: 'The teacher also has “Other” at 10:00\u00a0AM, first on Fri, Mar 13.',
        },
      ],
    ])
  })

  test('can keep a teacher who has since left', async () => {
    const left = await make((of) => of.teacher(cast.centerId))
    const math = await klass({ teacherId: left.id })
    await world.database.write((db) => db`update staff set active = false where person_id = ${left.id}`)
    expect((await replace(math.id, { teacherId: left.id })).status).toBe(200)
  })
})

describe('a smaller class size', () => {
  test('is refused if more seats are used on a future day, and the response names that day', async () => {
    const math = await klass()
    const first = await put(math)
    await put(math, { endsOn: '2026-03-31' })
    await put(math, { startsOn: '2026-03-24' })
    await make((of) => of.pause(first.place, today, null))
    expect(await change(math.id, { maxSize: 2 })).toMatchObject({
      status: 409,
      body: { code: 'class_too_small', on: '2026-03-24', seats: 3 },
    })
    expect((await onDay(today, math.id))?.maxSize).toBe(8)
    expect((await change(math.id, { maxSize: 2, from: '2026-04-01' })).status).toBe(200)
  })

  test('is refused if a day has too many students, including its guests', async () => {
    const math = await klass()
    await put(math)
    await guest(math, '2026-03-17')
    expect(await change(math.id, { maxSize: 1 })).toMatchObject({
      status: 409,
      body: { code: 'class_too_small', on: '2026-03-17', seats: 2 },
    })
    expect((await change(math.id, { maxSize: 1, from: '2026-03-18' })).status).toBe(200)
  })

  test('is refused in an overfull class, but a change of time or a larger size isn’t', async () => {
    const math = await klass({ maxSize: 1 })
    await put(math)
    await put(math)
    await put(math)
    expect((await change(math.id, { time: '18:00' })).status).toBe(200)
    expect((await change(math.id, { maxSize: 2 })).status).toBe(200)
    expect((await change(math.id, { maxSize: 1 })).status).toBe(409)
  })
})

describe('moving a class to another weekday', () => {
  test('keeps the dates of everybody in the class', async () => {
    const math = await klass()
    const { place } = await put(math, { startsOn: '2026-02-01', endsOn: '2026-06-30' })
    expect((await change(math.id, { day: 4 })).status).toBe(200)
    const dates = await world.database
      .read`select lower(during) as first, upper(during) - 1 as last from places where id = ${place.id}`
    expect([...dates]).toEqual([{ first: '2026-02-01', last: '2026-06-30' }])
    expect((await onDay('2026-03-05', math.id))?.students).toHaveLength(1)
  })

  test('is refused if guests are booked on a day when the class would no longer meet', async () => {
    const math = await klass()
    const { studentId } = await guest(math, nextWeek)
    await guest(math, lastWeek)
    const answer = await change(math.id, { day: 4 })
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'guests_booked',
        guests: [{ date: nextWeek, type: 'make-up', studentId, firstName: 'Ana', lastName: 'Lima' }],
      },
    })
    expect((await onDay(nextWeek, math.id))?.students).toHaveLength(1)
    expect((await change(math.id, { time: '15:00' })).status).toBe(200)
    expect((await change(math.id, { day: 4, from: '2026-03-11' })).status).toBe(200)
  })

  test('is refused for today if attendance has been taken', async () => {
    const math = await klass()
    const { studentId } = await put(math)
    await world.database.write(
      (db) => db`insert into attendances (center_id, id, class_id, student_id, held_on, mark)
        values (${cast.centerId}, ${newId()}, ${math.id}, ${studentId}, ${today}, 'absent')`,
    )
    expect(await change(math.id, { day: 4 })).toMatchObject({
      status: 409,
      body: { code: 'begun', on: today },
    })
    expect((await change(math.id, { day: 4, from: '2026-03-04' })).status).toBe(200)
  })
})

describe('a time that clashes with a student’s other class', () => {
  test('is refused, naming the student and the other class, unless the student is only on its waitlist', async () => {
    const [math, english] = [
      await klass({ day: 6, time: '10:00' }),
      await klass({ name: 'English', day: 6, time: '14:00' }),
    ]
    const { studentId } = await put(math)
    await put(english, { startsOn: '2026-03-20' }, studentId)
    expect(await change(math.id, { time: '13:00' })).toMatchObject({
      status: 409,
      body: {
        code: 'overlapping',
        studentId,
        classId: english.id,
        name: 'English',
        day: 6,
        time: '14:00',
        on: '2026-03-21',
      },
    })
    expect((await change(math.id, { time: '12:45' })).status).toBe(200)
    expect((await change(math.id, { minutes: 90 })).status).toBe(409)
    const waiting = await klass({ name: 'Art', day: 6, time: '09:00' })
    await put(waiting, { type: 'waitlist' }, studentId)
    expect((await change(math.id, { minutes: 60, time: '09:30' })).status).toBe(200)
  })
})

describe('a change to a class', () => {
  test('with a stale version is refused and returns the current class; without a version, both changes are kept', async () => {
    const math = await klass()
    expect((await change(math.id, { notes: 'Room 1.' }, { 'if-match': '"1"' })).status).toBe(200)
    const late = await change(math.id, { notes: 'Room 2.' }, { 'if-match': '"1"' })
    expect(late).toMatchObject({
      status: 412,
      body: { code: 'stale', current: { notes: 'Room 1.', version: 2 } },
    })
    expect((await change(math.id, { time: '17:00' })).body).toMatchObject({
      notes: 'Room 1.',
      time: '17:00',
      version: 3,
    })
  })

  test('isn’t lost if one person changes the size while another changes the time', async () => {
    const math = await klass()
    const answers = await Promise.all([
      change(math.id, { maxSize: 5 }),
      change(math.id, { time: '15:00' }),
      change(math.id, { minutes: 60 }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await onDay(today, math.id)).toMatchObject({ maxSize: 5, time: '15:00', endTime: '16:00' })
  })

  test('is allowed only for the center’s office, and needs an existing class', async () => {
    const { id: classId } = await klass()
    for (const send of [
      (who: Caller) => who.call(classes.change, { centerId: cast.centerId, classId, notes: 'x' }),
      (who: Caller) => who.call(classes.replace, { centerId: cast.centerId, classId, ...whole }),
    ]) {
      const status = []
      for (const who of [null, cast.editor, cast.device, cast.stranger])
        status.push((await send(await world.as(who))).status)
      expect(status).toEqual([401, 403, 403, 404])
    }
    expect([
      (await change(newId(), { notes: 'x' })).status,
      (await replace(newId())).status,
      (await change('x', {})).status,
    ]).toEqual([404, 404, 400])
  })

  test.each([
    [{ day: -1 }, 422],
    [{ day: 1.5 }, 400],
    [{ time: '9:00' }, 422],
    [{ minutes: null }, 400],
    [{ maxSize: 0 }, 422],
    [{ name: '' }, 422],
    [{ from: '2026-2-3' }, 422],
    [{ version: 2 }, 412],
    [{ version: '1' }, 400],
    [{ endDate: '2026-06-30' }, 403],
  ])('with %j is refused with %i', async (odd, status) => {
    const { id } = await klass()
    expect([(await change(id, odd)).status, (await replace(id, odd)).status]).toEqual([status, status])
  })

  test('that replaces the whole class requires all fields', async () => {
    const { id } = await klass()
    const raw: Record<string, unknown> = { ...whole }
    delete raw['minutes']
    const answer = await office.call(
      classes.replace,
      { centerId: cast.centerId, classId: id, ...whole },
      { raw },
    )
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ path: '/minutes' }] }])
  })
})
