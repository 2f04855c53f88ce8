import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import { centers } from '#features/centers/api.ts'
import { timeAt } from '#server/clock.ts'
import { addDays, weekday } from '#shared/calendar.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { schedules } from './api.ts'

/**
 * Midnight at the center in several time zones (reliability F7). The server uses the system clock here, which
 * the tests set to the exact second.
 */
const world = await openWorld({ today: null })

const zones = [
  'America/New_York',
  'Europe/London',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Pacific/Apia',
] as const
type Zone = (typeof zones)[number]

type Place = { centerId: string; classes: { id: string; centerId: string }[]; office: Caller; device: Caller }
const places = new Map<Zone, Place>()

/** Creates a center in a time zone, with a class on every day of the week. */
async function makePlace(timeZone: Zone): Promise<Place> {
  const { centerId, classes, operator, device } = await world.database.write(async (db) => {
    const make = factories(db)
    const { id } = await make.center({ timeZone })
    const made = []
    for (let day = 0; day < 7; day += 1)
      made.push(await make.klass(id, { day, time: '00:00', minutes: 60, maxSize: 50 }))
    const someone = await make.staff('operator', id)
    return { centerId: id, classes: made, operator: someone, device: await make.device(id, someone.id) }
  })
  return {
    centerId,
    classes,
    office: await world.as(operator),
    device: await world.as({ ...device, kind: 'devices' }),
  }
}

beforeAll(async () => {
  for (const zone of zones) places.set(zone, await makePlace(zone))
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => void vi.useRealTimers())

/**
 * Creates three students in the classes on `before` and on `day`: one whose last day is `before`, one whose
 * first day is `day`, and one who is on a break on `day` only.
 */
function makeStudents({ centerId, classes }: Place, before: string, day: string) {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [last, first, resting] = [
      await make.student(centerId),
      await make.student(centerId),
      await make.student(centerId),
    ]
    for (const on of [before, day]) {
      const klass = classes[weekday(on)]
      if (!klass) throw new Error('No such weekday.')
      await make.place(klass, last.id, { endsOn: before })
      await make.place(klass, first.id, { startsOn: day, firstClass: true })
      await make.pause(await make.place(klass, resting.id), day, day)
    }
    return { last: last.id, first: first.id, resting: resting.id }
  })
}

/** Returns what the office sees of a day: the current date, the students by id, and the marks allowed. */
async function look({ centerId, classes, office }: Place, on: string) {
  const { body } = await office.call(schedules.day, { centerId, scheduleId: on })
  const students = new Map(body.schedules[0]?.students.map((student) => [student._id, student]))
  const roll = await office.call(attendance.roll, { centerId, classId: classes[weekday(on)]?.id ?? '', on })
  return { today: body.today, students, may: roll.body.may }
}

const all = ['present', 'absent', 'pickup']

describe.each<[Zone, string, string, string]>([
  ['America/New_York', 'before clocks go forward', '2026-03-08', '2026-03-08T05:00:00Z'],
  ['America/New_York', 'after clocks went forward', '2026-03-09', '2026-03-09T04:00:00Z'],
  ['America/New_York', 'before clocks go back', '2026-11-01', '2026-11-01T04:00:00Z'],
  ['America/New_York', 'after clocks went back', '2026-11-02', '2026-11-02T05:00:00Z'],
  ['America/New_York', 'into a new year', '2027-01-01', '2027-01-01T05:00:00Z'],
  ['America/New_York', 'into a leap day', '2028-02-29', '2028-02-29T05:00:00Z'],
  ['Europe/London', 'before clocks go forward', '2026-03-29', '2026-03-29T00:00:00Z'],
  ['Europe/London', 'after clocks went forward', '2026-03-30', '2026-03-29T23:00:00Z'],
  ['Europe/London', 'before clocks go back', '2026-10-25', '2026-10-24T23:00:00Z'],
  ['Europe/London', 'after clocks went back', '2026-10-26', '2026-10-26T00:00:00Z'],
  ['Asia/Kolkata', 'with a half-hour offset', '2026-03-08', '2026-03-07T18:30:00Z'],
  ['Asia/Kolkata', 'into a new year', '2027-01-01', '2026-12-31T18:30:00Z'],
  ['Asia/Kolkata', 'out of a leap day', '2028-03-01', '2028-02-29T18:30:00Z'],
  ['Pacific/Auckland', 'before clocks go back', '2026-04-05', '2026-04-04T11:00:00Z'],
  ['Pacific/Auckland', 'after clocks went back', '2026-04-06', '2026-04-05T12:00:00Z'],
  ['Pacific/Auckland', 'before clocks go forward', '2026-09-27', '2026-09-26T12:00:00Z'],
  ['Pacific/Auckland', 'after clocks went forward', '2026-09-28', '2026-09-27T11:00:00Z'],
  ['Pacific/Apia', 'a day ahead of most', '2026-04-05', '2026-04-04T11:00:00Z'],
  ['Pacific/Apia', 'into a new year', '2027-01-01', '2026-12-31T11:00:00Z'],
])('midnight in %s %s', (zone, _, day, midnight) => {
  test('switches the date, badges, breaks, the device’s view and the allowed marks', async () => {
    const place = places.get(zone) as Place
    const before = addDays(day, -1)
    const { last, first, resting } = await makeStudents(place, before, day)
    const deviceSees = async (on: string) =>
      (await place.device.call(schedules.day, { centerId: place.centerId, scheduleId: on })).status
    const centerToday = async () =>
      (await place.office.call(centers.one, { centerId: place.centerId })).body.today

    vi.setSystemTime(Date.parse(midnight) - 1000)
    const evening = await look(place, before)
    expect([evening.today, await centerToday(), timeAt(zone)]).toEqual([before, before, '23:59'])
    expect([evening.students.get(last)?.badge, evening.students.has(first)]).toEqual(['LC', false])
    expect([evening.students.get(resting)?.onBreak, evening.may]).toEqual([false, all])
    expect([await deviceSees(before), await deviceSees(day)]).toEqual([200, 404])
    expect((await look(place, day)).may).toEqual(['absent'])

    vi.setSystemTime(Date.parse(midnight))
    const morning = await look(place, day)
    expect([morning.today, await centerToday(), timeAt(zone)]).toEqual([day, day, '00:00'])
    expect([morning.students.has(last), morning.students.get(first)?.badge]).toEqual([false, 'FC'])
    expect([morning.students.get(resting)?.onBreak, morning.may]).toEqual([true, all])
    expect([await deviceSees(before), await deviceSees(day)]).toEqual([404, 200])
  })
})
