import { describe, expect, test } from 'vitest'
import { putMarks } from '#features/attendance/queries.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { oddities } from './api.ts'
import type { Code } from './codes.ts'

/**
 * Tests the queries for oddities about classes, teachers and marks. The time is Tuesday, 2026-03-03, 16:45.
 * Each test has its own center.
 */
const world = await openWorld()
const { database } = world
const sql = database.single
const admin = await database.write((db) => factories(db).staff('admin', null))
const caller = await world.as(admin)

type Make = ReturnType<typeof factories>
const make = <T>(work: (of: Make) => Promise<T>) => database.write((db) => work(factories(db)))
const newCenter = async () => (await make((of) => of.center())).id

/** Returns the oddities with one code at a center. */
const rowsOf = async (centerId: string, code: Code, more: { from?: string; to?: string } = {}) =>
  (await caller.call(oddities.list, { centerId, code, ...more })).body
const textsOf = async (...args: Parameters<typeof rowsOf>) => (await rowsOf(...args)).map(({ text }) => text)

async function take(
  klass: { id: string; centerId: string },
  studentId: string,
  on: string,
  mark: 'present' | 'absent' = 'present',
) {
  const id = crypto.randomUUID()
  const arrivedAt = mark === 'present' ? `${on}T21:30:00Z` : null
  const facts = {
    mark,
    arrivedAt,
    departedAt: null,
    pickedUpBy: null,
    excused: false,
    reason: '',
    noticedAt: null,
    toldBy: null,
  }
  const at = { by: null, device: null, at: `${on}T21:30:00Z` }
  await database.write((db) =>
    putMarks(db, [{ ...facts, id, centerId: klass.centerId, classId: klass.id, studentId, on }], at),
  )
  return id
}

describe('teachers', () => {
  test('TC01: a teacher with overlapping classes appears once, for the next clash, until one class gets another teacher', async () => {
    const centerId = await newCenter()
    const { math, english, sub } = await make(async (of) => {
      const { id: teacherId } = await of.teacher(centerId, { firstName: 'Lin', lastName: 'Rivera' })
      return {
        math: await of.klass(centerId, { name: 'Math 5', teacherId }),
        english: await of.klass(centerId, { name: 'English 3', teacherId, time: '17:00' }),
        sub: await of.teacher(centerId),
      }
    })
    const [row, ...others] = await rowsOf(centerId, 'TC01')
    expect(others).toEqual([])
    expect(row).toMatchObject({
      severity: 'error',
      text: 'Lin Rivera has Math 5 and English 3 at the same time on Tue, Mar 3, 5:00\u00a0PM.',
      date: '2026-03-03',
      since: '2026-01-01',
      fix: { kind: 'day', params: { scheduleId: '2026-03-03' } },
    })
    await sql`insert into class_days (center_id, class_id, held_on, canceled_at) values (${centerId}, ${math.id}, '2026-03-03', now())`
    expect((await rowsOf(centerId, 'TC01'))[0]).toMatchObject({ key: row?.key, date: '2026-03-10' })
    await sql`update class_terms set teacher_id = ${sub.id} where class_id = ${english.id}`
    expect(await rowsOf(centerId, 'TC01')).toEqual([])
  })

  test('TC01: every pair of three overlapping classes appears', async () => {
    const centerId = await newCenter()
    await make(async (of) => {
      const { id: teacherId } = await of.teacher(centerId)
      await of.klass(centerId, { name: 'Long', teacherId, time: '16:00', minutes: 180 })
      await of.klass(centerId, { name: 'Early', teacherId, time: '17:00', minutes: 60 })
      await of.klass(centerId, { name: 'Late', teacherId, time: '17:30', minutes: 60 })
      await of.klass(centerId, { name: 'After', teacherId, time: '19:00', minutes: 60 })
    })
    const pairs = (await textsOf(centerId, 'TC01')).map(
      (text) => / has (.*) at the same time/.exec(text)?.[1],
    )
    expect(pairs.sort()).toEqual(['Early and Late', 'Long and Early', 'Long and Late'])
  })

  test('TC01: assisting in one class while teaching another counts, but not if one directly follows the other', async () => {
    const centerId = await newCenter()
    const { teacherId, other } = await make(async (of) => {
      const { id } = await of.teacher(centerId)
      await of.klass(centerId, { teacherId: id })
      await of.klass(centerId, { teacherId: id, time: '17:45' })
      return { teacherId: id, other: await of.klass(centerId) }
    })
    expect(await rowsOf(centerId, 'TC01')).toEqual([])
    await sql`
      insert into day_assistants (center_id, held_on, person_id, class_id) values (${centerId}, '2026-03-10', ${teacherId}, ${other.id})
    `
    expect(await rowsOf(centerId, 'TC01')).toMatchObject([{ date: '2026-03-10', staffId: teacherId }])
  })

  test('TE01: a class that meets without a teacher within seven days appears, until it has a teacher for that day', async () => {
    const centerId = await newCenter()
    const { klass, sub } = await make(async (of) => ({
      klass: await of.klass(centerId, { name: 'Math 5', day: 3 }),
      sub: await of.teacher(centerId),
    }))
    expect(await textsOf(centerId, 'TE01')).toEqual(['Math 5 has no teacher on Wed, Mar 4, 4:30\u00a0PM.'])
    await sql`
      insert into class_days (center_id, class_id, held_on, substitute_id) values (${centerId}, ${klass.id}, '2026-03-04', ${sub.id})
    `
    expect(await rowsOf(centerId, 'TE01')).toEqual([])
  })

  test('TE02: a teacher whose duty has ended appears for each of their classes, until the duty is restored', async () => {
    const centerId = await newCenter()
    const teacher = await make(async (of) => {
      const made = await of.teacher(centerId, { firstName: 'Lin', lastName: 'Rivera' })
      await of.klass(centerId, { name: 'Math 5', teacherId: made.id })
      return made
    })
    expect(await rowsOf(centerId, 'TE02')).toEqual([])
    await sql`update staff set active = false where person_id = ${teacher.id}`
    expect(await textsOf(centerId, 'TE02')).toEqual([
      'Math 5 on Tue, Mar 3, 4:30\u00a0PM is taught by Lin Rivera, who isn’t an active teacher here.',
    ])
    await sql`update staff set active = true where person_id = ${teacher.id}`
    expect(await rowsOf(centerId, 'TE02')).toEqual([])
  })
})

describe('seats', () => {
  test('CP01: a class with more students than seats appears with the reason, until one student is on a break that day', async () => {
    const centerId = await newCenter()
    const { ana, klass } = await make(async (of) => {
      const small = await of.klass(centerId, { name: 'Math 5', maxSize: 1 })
      await of.place(small, (await of.student(centerId)).id)
      return {
        ana: await of.place(small, (await of.student(centerId)).id, { startsOn: '2026-02-03' }),
        klass: small,
      }
    })
    await sql`update places set over_reason = 'Her brother is in it' where id = ${ana.id}`
    expect(await rowsOf(centerId, 'CP01')).toMatchObject([
      {
        text: 'Math 5 has 2 students for 1 seat on Tue, Mar 3, 4:30\u00a0PM: Her brother is in it.',
        since: '2026-02-03',
        classId: klass.id,
      },
    ])
    await make((of) => of.pause(ana, '2026-03-03', null))
    expect(await rowsOf(centerId, 'CP01')).toEqual([])
  })

  test('CP02: a class (except private tutoring) with one regular student for three weeks appears until a second joins', async () => {
    const centerId = await newCenter()
    const klass = await make(async (of) => {
      const empty = await of.klass(centerId, { name: 'Math 5' })
      await of.place(empty, (await of.student(centerId)).id)
      await of.klass(centerId, { subject: 'Private Tutoring', day: 4 })
      await of.klass(centerId, { startsOn: '2026-02-20', day: 4 })
      return empty
    })
    expect(await textsOf(centerId, 'CP02')).toEqual(['Math 5 has had one regular student for three weeks.'])
    await make(async (of) => of.place(klass, (await of.student(centerId)).id, { startsOn: '2026-02-24' }))
    expect(await rowsOf(centerId, 'CP02')).toEqual([])
  })

  test.each([
    ['the remaining one has a last day in the future', '2026-06-30'],
    ['the remaining one has no last day', null],
    ['the remaining one left later', '2026-02-03'],
  ])('CP02: counts from the day on which the second-to-last student left, if %s', async (_, endsOn) => {
    const centerId = await newCenter()
    await make(async (of) => {
      const klass = await of.klass(centerId)
      for (const last of ['2026-01-13', '2026-01-20', endsOn])
        await of.place(klass, (await of.student(centerId)).id, { endsOn: last })
    })
    expect(await rowsOf(centerId, 'CP02')).toMatchObject([{ since: '2026-01-21' }])
  })

  test('CP02: a student who left and came back counts once', async () => {
    const centerId = await newCenter()
    await make(async (of) => {
      const klass = await of.klass(centerId)
      await of.place(klass, (await of.student(centerId)).id, { endsOn: '2026-01-20' })
      const back = await of.student(centerId)
      await of.place(klass, back.id, { endsOn: '2026-02-17' })
      await of.place(klass, back.id, { startsOn: '2026-02-24' })
    })
    expect(await rowsOf(centerId, 'CP02')).toMatchObject([{ since: '2026-01-21' }])
  })

  test('WL01: a class with an open seat and a waitlist appears with the first student waiting, until they have the seat', async () => {
    const centerId = await newCenter()
    const waits = await make(async (of) => {
      const klass = await of.klass(centerId, { name: 'Math 5', maxSize: 1 })
      const child = await of.student(centerId, { firstName: 'Ana', lastName: 'Lima' })
      return await of.place(klass, child.id, { type: 'waitlist', startsOn: '2026-02-10' })
    })
    expect(await rowsOf(centerId, 'WL01')).toMatchObject([
      {
        text: 'Math 5 has an open seat starting Tue, Mar 3, and 1 student on its waitlist: Ana Lima is first.',
        since: '2026-02-10',
        fix: {
          kind: 'places.change',
          params: { placeId: waits.id, type: 'regular', startDate: '2026-03-03', firstClass: true },
        },
      },
    ])
    await sql`update places set type = 'regular' where id = ${waits.id}`
    expect(await rowsOf(centerId, 'WL01')).toEqual([])
  })
})

describe('marks', () => {
  test('AT01: a past class appears until every mark is taken, but one in progress doesn’t', async () => {
    const centerId = await newCenter()
    const { klass, ana, ben } = await make(async (of) => {
      const made = {
        klass: await of.klass(centerId, { name: 'Math 5', startsOn: '2026-02-24' }),
        ana: await of.student(centerId),
        ben: await of.student(centerId),
      }
      for (const { id } of [made.ana, made.ben]) await of.place(made.klass, id, { startsOn: '2026-02-24' })
      await of.place(made.klass, (await of.student(centerId)).id, { type: 'waitlist' })
      return made
    })
    expect(await rowsOf(centerId, 'AT01')).toMatchObject([
      {
        text: 'Math 5 on Tue, Feb 24, 4:30\u00a0PM has no attendance recorded.',
        since: '2026-02-24',
        fix: { kind: 'roll', params: { classId: klass.id, on: '2026-02-24' } },
      },
    ])
    await take(klass, ana.id, '2026-02-24')
    expect(await textsOf(centerId, 'AT01')).toEqual([
      'Math 5 on Tue, Feb 24, 4:30\u00a0PM is missing 1 of 2 marks.',
    ])
    await take(klass, ben.id, '2026-02-24', 'absent')
    expect(await rowsOf(centerId, 'AT01')).toEqual([])
  })

  test('AT02: a mark for a student without a place that day appears, and so does one for a student on a break', async () => {
    const centerId = await newCenter()
    const { klass, ana, ben, place } = await make(async (of) => {
      const made = {
        klass: await of.klass(centerId, { name: 'Math 5' }),
        ana: await of.student(centerId, { firstName: 'Ana', lastName: 'Lima' }),
        ben: await of.student(centerId, { firstName: 'Ben', lastName: 'Kay' }),
      }
      return { ...made, place: await of.place(made.klass, made.ben.id) }
    })
    const odd = await take(klass, ana.id, '2026-02-24')
    await take(klass, ben.id, '2026-02-24')
    expect(await textsOf(centerId, 'AT02')).toEqual([
      'Ana Lima has an attendance mark in Math 5 on Tue, Feb 24, but had no place in it that day.',
    ])
    await make((of) => of.pause(place, '2026-02-20', '2026-02-26'))
    expect(await textsOf(centerId, 'AT02')).toContain(
      'Ben Kay has an attendance mark in Math 5 on Tue, Feb 24, but was on a break.',
    )
    expect(await rowsOf(centerId, 'AT02', { from: '2026-02-25' })).toEqual([])
    await sql`update attendances set mark = 'absent', arrived_at = null, noticed_at = now() where id = ${odd}`
    expect(await textsOf(centerId, 'AT02')).not.toContain(
      'Ana Lima has an attendance mark in Math 5 on Tue, Feb 24, but had no place in it that day.',
    )
    await sql`delete from attendances where id = ${odd}`
    await sql`delete from breaks where place_id = ${place.id}`
    expect(await rowsOf(centerId, 'AT02')).toEqual([])
  })
})
