import { beforeAll, describe, expect, test } from 'vitest'
import { settings } from '#features/schedule/center-settings/api.ts'
import { classes } from '#features/schedule/classes/api.ts'
import { parents } from '#features/students/parents/api.ts'
import { records } from '#features/students/records/api.ts'
import { readDay, readTime } from '#shared/entries.ts'
import {
  dates,
  fractions,
  isoDate,
  lengths,
  percents,
  phones,
  sizes,
  spans,
  times,
  usualLengths,
} from './entry-cases.ts'
import { factories } from './factories.ts'
import { type Caller, openWorld } from './world.ts'

/**
 * Checks how the server handles typed input (reliability B1-B6). Times and dates arrive parsed, as `HH:MM`
 * and `YYYY-MM-DD`.
 */

const world = await openWorld()
let office: Caller
let of: { centerId: string; studentId: string; parentId: string }
beforeAll(async () => {
  const made = await world.database.write(async (db) => {
    const make = factories(db)
    const { id: centerId } = await make.center()
    const student = await make.student(centerId)
    const parent = await make.parent([student])
    const manager = await make.staff('manager', centerId)
    return { manager, of: { centerId, studentId: student.id, parentId: parent.id } }
  })
  of = made.of
  office = await world.as(made.manager)
})

const faulty = [400, 422]

describe.each([
  ['a fraction', fractions],
  ['a percent', percents],
] as const)('%s as a score', (_, { accepted, refused }) => {
  const add = (score1: string) => {
    const { centerId, studentId } = of
    return office.call(records.addTest, {
      centerId,
      studentId,
      date: '2026-03-02',
      subject: 'Math',
      level: 'Math 5',
      test: '1',
      score1,
    })
  }
  test.each(accepted)('%j is stored as %j', async (typed, stored) =>
    expect(await add(typed)).toMatchObject({ status: 201, body: { score1: stored } }),
  )
  test.each(refused)('%j is refused', async (typed) => expect(faulty).toContain((await add(typed)).status))
})

type PlanInput = Partial<Parameters<typeof plan>[0]>
const plan = ({
  time = '16:30',
  minutes = 75,
  ...more
}: {
  time?: string
  minutes?: number
  maxSize?: number
  startDate?: string
  endDate?: string | null
}) =>
  office.call(classes.add, {
    centerId: of.centerId,
    name: 'Math 6',
    subject: 'Math',
    type: 'REGULAR',
    day: 1,
    maxSize: 8,
    time,
    minutes,
    ...more,
  })

describe('a class', () => {
  test.each(times.accepted)('whose time is typed as %j begins at %s', async (typed, time) =>
    expect(await plan({ time: readTime(typed) ?? typed })).toMatchObject({ status: 201, body: { time } }),
  )
  test.each(times.refused)('whose time is typed as %j is refused by the API', async (typed) =>
    expect(faulty).toContain((await plan({ time: readTime(typed) ?? typed })).status),
  )
  test.each(lengths)(
    'at $time for $minutes minutes is accepted unless it has a fault: $fault',
    async ({ time, minutes, fault }) => {
      const { status } = await plan({ time: readTime(time) ?? time, minutes: Number(minutes) })
      expect(status).toBe(fault === null ? 201 : 422)
    },
  )
  test.each(sizes.accepted)('whose size is typed as %j has %j seats', async (typed, seats) =>
    expect(await plan({ maxSize: Number(typed) })).toMatchObject({
      status: 201,
      body: { maxSize: Number(seats) },
    }),
  )
  test.each(sizes.refused)('whose size is typed as %j is refused', async (typed) => {
    const maxSize = (/^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed) as number
    expect(faulty).toContain((await plan({ maxSize })).status)
  })
  test.each([-1, 7])('on weekday %d is refused', async (day) => {
    const request = {
      centerId: of.centerId,
      name: 'Math 6',
      subject: 'Math',
      type: 'REGULAR',
      day,
      maxSize: 8,
      time: '16:30',
    } as const
    expect(faulty).toContain((await office.call(classes.add, request)).status)
  })
  test.each(usualLengths)('of $subject lasts $minutes minutes by default', async ({ subject, minutes }) => {
    const request = {
      centerId: of.centerId,
      name: 'Usual',
      subject,
      type: 'REGULAR',
      day: 1,
      maxSize: 8,
      time: '16:30',
    } as const
    expect(await office.call(classes.add, request)).toMatchObject({ status: 201, body: { minutes } })
  })
  test.each(spans)('from $first to $last is accepted: $fits', async ({ first, last, fits }) => {
    const request: PlanInput = { startDate: readDay(first, 2026) ?? first, endDate: readDay(last, 2026) }
    expect((await plan(request)).status).toBe(fits ? 201 : 422)
  })
})

describe('a day', () => {
  const close = (date: string) =>
    office.call(settings.close, { centerId: of.centerId, date, name: 'Holiday' })
  test.each(dates.accepted)('typed as %j is read as %s', async (typed, date) =>
    expect(await close(readDay(typed, 2026) ?? typed)).toMatchObject({ status: 201, body: [{ date }] }),
  )
  test.each(dates.refused)('typed as %j is refused by the API', async (typed) =>
    expect(faulty).toContain((await close(readDay(typed, 2026) ?? typed)).status),
  )
  test('is accepted with the year first by the API, but not as typed text', async () => {
    expect(readDay(isoDate, 2026)).toBeNull()
    expect((await close(isoDate)).status).toBe(201)
  })
})

test.each(phones)('the phone number %j is stored as %j', async (typed, stored) => {
  const { status, body } = await office.call(parents.changeLink, { ...of, phone: typed })
  if (stored === null) expect([status, body]).toMatchObject([422, { errors: [{ path: '/phone' }] }])
  else expect(body.children[0]?.phone).toBe(stored)
})
test('a phone number of more than 64 characters is refused', async () => {
  expect((await office.call(parents.changeLink, { ...of, phone: '5'.repeat(65) })).status).toBe(422)
})
