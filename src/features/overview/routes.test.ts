import { beforeAll, describe, expect, test } from 'vitest'
import { putMarks } from '#features/attendance/queries.ts'
import { afterMark } from '#features/attendance/rules.ts'
import type { Mark } from '#features/schedule/rules.ts'
import type { CenterId } from '#server/gate.ts'
import { v7 as newId } from 'uuid'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import { classPage, dashboard } from './api.ts'

const world = await openWorld()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let office: Caller

/**
 * Creates three classes without any attendance: two that start on Tuesdays between 4 and 5 PM, the first of
 * them full, and one on Fridays.
 */
function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const centerId = north.id as CenterId
    const math = await make.klass(north.id, { name: 'Math 5', maxSize: 2, startsOn: '2026-02-24' })
    const english = await make.klass(north.id, {
      name: 'English 3',
      subject: 'English',
      time: '16:59',
      maxSize: 4,
      startsOn: '2026-03-03',
    })
    const friday = await make.klass(north.id, {
      name: 'Fridays',
      day: 5,
      time: '09:00',
      maxSize: 6,
      startsOn: '2026-03-01',
    })
    const [ana, ben] = [await make.student(north.id), await make.student(north.id)]
    await make.place(math, ana.id)
    await make.pause(await make.place(math, ben.id), today, today)
    await make.place(english, ben.id, { type: 'trial', startsOn: today, endsOn: today })
    await make.place(friday, ben.id, { startsOn: '2026-03-06' })
    return {
      centerId,
      math,
      english,
      friday,
      ana,
      ben,
      fresh: await make.student(north.id, { status: 'prospect' }),
      operator: await make.staff('operator', north.id),
      admin: await make.staff('admin', null),
      stranger: await make.staff('operator', south.id),
      editor: await make.staff('editor', null),
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  office = await world.as(cast.operator)
})

const look = async (who = office) => (await who.call(dashboard.read, { centerId: cast.centerId })).body
const mark = (on: string, klass: { id: string }, studentId: string, attendanceMark: Mark) =>
  world.database.write((db) => {
    const at = `${on}T21:35:00Z`
    const row = {
      id: newId(),
      centerId: cast.centerId,
      classId: klass.id,
      studentId,
      on,
      ...afterMark(null, attendanceMark, { at }),
    }
    return putMarks(db, [row], { by: cast.operator.id, device: null, at })
  })

describe('the dashboard of a center', () => {
  test('counts regular students’ seats by weekday and hour, including students on a break, but not guests', async () => {
    expect((await look()).heat).toEqual([
      { day: 2, hour: 16, seats: 2, maxSize: 6 },
      { day: 5, hour: 9, seats: 1, maxSize: 6 },
    ])
  })

  test('counts twelve weeks of marks including today, and lists weeks without marks too', async () => {
    await mark('2025-12-14', cast.math, cast.ana.id, 'absent')
    await mark('2025-12-13', cast.math, cast.ana.id, 'present')
    await mark('2026-02-03', cast.math, cast.ana.id, 'absent')
    await mark('2026-02-24', cast.math, cast.ana.id, 'present')
    await mark('2026-02-24', cast.math, cast.ben.id, 'absent')
    await mark(today, cast.math, cast.ana.id, 'present')
    const { trend } = await look()
    expect(trend).toHaveLength(12)
    expect([trend[0], trend[1], trend[10], trend[11]]).toEqual([
      { week: '2025-12-14', marks: 1, came: 0 },
      { week: '2025-12-21', marks: 0, came: 0 },
      { week: '2026-02-22', marks: 2, came: 1 },
      { week: '2026-03-01', marks: 1, came: 1 },
    ])
  })

  test('compares the number of enrolled students and the attendance with those four weeks earlier', async () => {
    expect((await look()).figures).toEqual({
      enrolled: 2,
      enrolledBefore: 2,
      attendance: 67,
      attendanceBefore: 0,
    })
  })

  test('lists students to watch, with their total number', async () => {
    expect(await look()).toMatchObject({ watched: [], watchedCount: 0 })
    await mark(today, cast.math, cast.ben.id, 'absent')
    const { watched, watchedCount } = await look()
    expect([watched.map(({ _id }) => _id), watched[0]?.figures.inRow, watchedCount]).toEqual([
      [cast.ben.id],
      2,
      1,
    ])
  })

  test('counts the active students who were never invited', async () => {
    expect((await look()).notInvited).toBe(0)
    await world.database.write(async (db) => {
      await db`update people set password_hash = null where id = any(${[cast.ana.id, cast.ben.id, cast.fresh.id]}::uuid[])`
      await db`insert into sign_in_links (token_hash, person_id, purpose, expires_at) values ('x', ${cast.ben.id}, 'setup', now())`
    })
    expect((await look()).notInvited).toBe(1)
  })

  test('is available only to the office', async () => {
    const status = async (who: Parameters<typeof world.as>[0]) =>
      (await (await world.as(who)).call(dashboard.read, { centerId: cast.centerId })).status
    expect([
      await status(null),
      await status(cast.editor),
      await status(cast.ana),
      await status(cast.stranger),
    ]).toEqual([401, 403, 403, 404])
    expect(await status(cast.admin)).toBe(200)
    expect((await office.call(dashboard.read, { centerId: 'a/b' })).status).toBe(400)
  })
})

describe('the page of a class', () => {
  const page = async (who = office, classId = cast.math.id) =>
    await who.call(classPage.read, { centerId: cast.centerId, classId })

  test('has the roster, the waitlist in order, the next meeting, and the class’s own marks', async () => {
    const [zoe, amy] = await world.database.write(async (db) => {
      const make = factories(db)
      const waiting = []
      for (const firstName of ['Zoe', 'Amy']) {
        const student = await make.student(cast.centerId, { firstName, lastName: firstName })
        await make.place(cast.math, student.id, { type: 'waitlist' })
        waiting.push(student.id)
      }
      return waiting
    })
    const { body } = await page()
    expect(body.class).toMatchObject({
      id: cast.math.id,
      name: 'Math 5',
      stuCount: 2,
      maxSize: 2,
      waitlist: 2,
    })
    expect(body.nextOn).toBe(today)
    expect(body.members.map(({ _id, type }) => [_id, type]).slice(-2)).toEqual([
      [zoe, 'waitlist'],
      [amy, 'waitlist'],
    ])
    expect(new Set(body.members.slice(0, -2).map(({ _id }) => _id))).toEqual(
      new Set([cast.ana.id, cast.ben.id]),
    )
    expect(body.members[0]).toMatchObject({ type: 'regular', level: 'Math 5', endDate: null })
    expect(body.weeks).toHaveLength(12)
    expect((await page(office, cast.friday.id)).body.weeks.every(({ marks }) => marks === 0)).toBe(true)
  })

  test('is available only to the office, and only for classes of the center', async () => {
    const status = async (who: Parameters<typeof world.as>[0]) => (await page(await world.as(who))).status
    expect([
      await status(null),
      await status(cast.editor),
      await status(cast.ana),
      await status(cast.stranger),
    ]).toEqual([401, 403, 403, 404])
    expect((await page(office, newId())).status).toBe(404)
  })
})
