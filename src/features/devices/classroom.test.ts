import { beforeAll, expect, test } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import { centers } from '#features/centers/api.ts'
import { schedules } from '#features/schedule/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'

/** Tests the data behind the pages of a classroom device. In these tests, the current time is 4:45 PM. */
const world = await openWorld()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let tablet: Caller
let operator: Caller

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    const staff = await make.staff('operator', center.id)
    const [now, evening] = [
      await make.klass(center.id, { time: '16:30' }),
      await make.klass(center.id, { time: '19:00' }),
    ]
    const student = await make.student(center.id)
    for (const each of [now, evening]) await make.place(each, student.id)
    return { center, staff, now, evening, student, device: await make.device(center.id, staff.id) }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  tablet = await world.as({ ...cast.device, kind: 'devices' })
  operator = await world.as(cast.staff)
})

const roll = async (who: Caller, classId: string) =>
  (await who.call(attendance.roll, { centerId: cast.center.id, classId, on: today })).body
const take = (classId: string) =>
  tablet.call(attendance.take, {
    centerId: cast.center.id,
    classId,
    on: today,
    marks: [{ studentId: cast.student.id, mark: 'present' as const }],
  })

test('a device gets its center’s current date and that day’s classes, sorted by time', async () => {
  const centerId = cast.center.id
  const { body: center } = await tablet.call(centers.one, { centerId })
  expect(center.today).toBe(today)
  const { body: day } = await tablet.call(schedules.day, { centerId, scheduleId: center.today })
  expect(day.schedules.map(({ id }) => id)).toEqual([cast.now.id, cast.evening.id])
})

test('around its scheduled time, a class can be marked on a device, and its roll isn’t shown as closed', async () => {
  expect((await roll(tablet, cast.now.id)).closed).toBeNull()
  expect((await take(cast.now.id)).status).toBe(201)
})

test('outside its scheduled time, a class’s roll gives the same reason as the error for marking it', async () => {
  const { closed, lines } = await roll(tablet, cast.evening.id)
  expect(lines).toHaveLength(1)
  expect(await take(cast.evening.id)).toMatchObject({
    status: 403,
    body: { code: 'not_now', message: closed },
  })
})

test('for the office, the roll never says that a class can’t be marked', async () => {
  for (const { id } of [cast.now, cast.evening]) expect((await roll(operator, id)).closed).toBeNull()
})
