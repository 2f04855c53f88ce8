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
      stranger: await of.staff('operator', south.id),
      editor: await of.staff('editor', null),
      device: { ...(await of.device(north.id, operator.id)), kind: 'devices' as const },
    }
  })

beforeAll(async () => {
  cast = await makeCast()
  office = await world.as(cast.operator)
})

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

const statuses = async (ask: (who: Caller) => Promise<{ status: number }>) => {
  const device = { ...cast.device, centerId: cast.centerId }
  const status = []
  for (const who of [null, cast.editor, device, cast.stranger])
    status.push((await ask(await world.as(who))).status)
  return status
}

describe('ending a class', () => {
  test('ends the class and its places the day before the given date, removes later guests and breaks, and changes nothing earlier', async () => {
    const { id } = await added({ startDate: '2026-01-01' })
    const regular = await seat(id, {})
    const paused = await seat(id, {})
    const booked = await guest(id, '2026-03-17')
    await make((of) => of.pause(paused.place, '2026-03-05', '2026-03-20'))
    await make((of) => of.pause(regular.place, '2026-03-12', null))
    expect((await end(id, '2026-03-10')).status).toBe(204)
    expect(await listed(id)).toMatchObject({ endDate: '2026-03-09', version: 2, future: [] })
    expect(
      [await onDay(today, id), await onDay('2026-03-10', id)].map((entry) => entry?.students.length),
    ).toEqual([2, undefined])
    const places = await world.database
      .read`select id, upper(during) - 1 as ends_on from places where class_id = ${id} order by id`
    expect([...places]).toEqual([
      { id: regular.place.id, endsOn: '2026-03-09' },
      { id: paused.place.id, endsOn: '2026-03-09' },
    ])
    const breaks = await world.database.read`
      select place_id, upper(during) - 1 as ends_on from breaks where place_id in (${regular.place.id}, ${paused.place.id}, ${booked.place.id})`
    expect([...breaks]).toEqual([{ placeId: paused.place.id, endsOn: '2026-03-09' }])
    const actions = async () => (await trail(id)).map(({ action }) => action as string)
    expect(await actions()).toEqual(['classes.add', 'classes.end'])
    expect((await trail(id)).at(-1)?.['before']).toMatchObject({
      endDate: null,
      places: [
        { id: regular.place.id, type: 'regular', endDate: null },
        { id: paused.place.id },
        { id: booked.place.id, type: 'make-up', startDate: '2026-03-17' },
      ],
    })
    expect((await end(id, '2026-03-10')).status).toBe(204)
    expect(await actions()).toEqual(['classes.add', 'classes.end'])
  })

  test('reopens the credit of a removed make-up', async () => {
    const { id } = await added({ startDate: '2026-01-01' })
    await seat(id, {})
    const { student, place } = await guest(id, '2026-03-17')
    await world.database.write(
      (
        db,
      ) => db`insert into credits (center_id, id, student_id, class_id, missed_on, reason, expires_on, place_id)
        values (${cast.centerId}, ${newId()}, ${student.id}, ${id}, '2026-02-24', 'notice', '2026-05-01', ${place.id})`,
    )
    await end(id, '2026-03-17')
    expect([
      ...(await world.database.read`select place_id from credits where student_id = ${student.id}`),
    ]).toEqual([{ placeId: null }])
  })

  test('notifies the center’s screens and the students’ families, like every change', async () => {
    const events: string[] = []
    await world.database.listen(
      'live',
      (payload) => void events.push(payload),
      () => {},
    )
    const { id } = await added({ startDate: '2026-01-01' })
    const { student } = await seat(id, {})
    await expect.poll(() => events.some((payload) => payload.includes(id))).toBe(true)
    events.length = 0
    const once = [`center:${cast.centerId}`, `student:${student.id}`].map((channel) =>
      JSON.stringify({ channel, topic: 'schedule', id }),
    )
    await office.call(classes.change, { centerId: cast.centerId, classId: id, time: '18:00' })
    await expect.poll(() => events).toEqual(once)
    await end(id, '2026-03-10')
    await expect.poll(() => events).toEqual([...once, ...once])
  })

  test('deletes a class that nobody was ever in', async () => {
    const { id } = await added({ startDate: '2026-02-01' })
    await world.database.write(
      (db) =>
        db`insert into class_days (center_id, class_id, held_on) values (${cast.centerId}, ${id}, '2026-03-10')`,
    )
    expect((await end(id)).status).toBe(204)
    expect(await listed(id)).toBeUndefined()
    expect((await trail(id)).at(-1)).toMatchObject({ action: 'classes.remove', before: { name: 'Math 5' } })
    expect((await end(id)).status).toBe(404)
    const early = await added({ startDate: '2026-04-07' })
    await seat(early.id, { startsOn: '2026-04-07' })
    expect((await end(early.id)).status).toBe(204)
    expect(await listed(early.id)).toBeUndefined()
  })

  test('is refused for past days, for today if attendance has been taken, and for stale versions', async () => {
    const { id } = await added({ startDate: '2026-01-01' })
    const { student } = await seat(id, {})
    await world.database.write(
      (db) => db`insert into attendances (center_id, id, class_id, student_id, held_on, mark)
        values (${cast.centerId}, ${newId()}, ${id}, ${student.id}, ${today}, 'absent')`,
    )
    expect(await end(id)).toMatchObject({ status: 409, body: { code: 'begun', on: today } })
    await world.database.write(
      (db) => db`update attendances set mark = 'pickup', noticed_at = now() where class_id = ${id}`,
    )
    expect(await end(id)).toMatchObject({ status: 409, body: { code: 'begun', on: today } })
    expect(await end(id, '2026-03-02')).toMatchObject({ status: 422, body: { code: 'past' } })
    expect(await end(id, '2026-03-04', { 'if-match': '"9"' })).toMatchObject({
      status: 412,
      body: { current: { id, version: 1 } },
    })
    expect((await end(id, '2026-03-04', { 'if-match': '"1"' })).status).toBe(204)
  })

  test('is allowed only for the center’s office', async () => {
    const { id } = await added()
    expect(await statuses((who) => who.call(classes.end, { centerId: cast.centerId, classId: id }))).toEqual([
      401, 403, 403, 404,
    ])
    expect((await end(newId())).status).toBe(404)
    expect((await end('nothing')).status).toBe(400)
  })
})
