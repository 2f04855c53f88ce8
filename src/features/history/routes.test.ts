import { beforeAll, describe, expect, test } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import { settings } from '#features/schedule/center-settings/api.ts'
import { family } from '#features/family/api.ts'
import { classes } from '#features/schedule/classes/api.ts'
import { days } from '#features/schedule/days/api.ts'
import { places } from '#features/schedule/places/api.ts'
import { parents } from '#features/students/parents/api.ts'
import { records } from '#features/students/records/api.ts'
import { students } from '#features/students/api.ts'
import { type Change, recordAll } from '#server/audit.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import { histories } from './api.ts'

const world = await openWorld()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let office: Caller

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const operator = await make.staff('operator', north.id, { firstName: 'Kim', lastName: 'Ito' })
    const student = (firstName: string) => make.student(north.id, { firstName, lastName: 'Silva' })
    const ana = await student('Ana')
    const klass = (name: string) => make.klass(north.id, { name })
    const math = await klass('Math 5')
    return {
      north,
      south,
      math,
      later: await make.klass(north.id, { name: 'Math 6', day: 4 }),
      quiet: await klass('Quiet'),
      ended: await klass('Ended'),
      ana,
      ben: await student('Ben'),
      teacher: await make.teacher(north.id, { firstName: 'Tess' }),
      place: await make.place(math, ana.id),
      parent: await make.parent([{ id: ana.id, centerId: north.id }], {
        firstName: 'Maria',
        lastName: 'Silva',
      }),
      elsewhere: await make.student(south.id),
      operator,
      stranger: await make.staff('operator', south.id),
      manager: await make.staff('manager', north.id),
      editor: await make.staff('editor', null),
      device: { ...(await make.device(north.id, operator.id)), kind: 'devices' as const, centerId: north.id },
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  office = await world.as(cast.operator)
})

type HistoryQuery = { of?: string; on?: string; after?: string }
const look = (who: Caller, query: HistoryQuery = {}) =>
  who.call(histories.of, { centerId: cast.north.id, ...query })
const sentences = async (query: HistoryQuery = {}) =>
  (await look(office, query)).body.history.map(({ sentence }) => sentence)
const inNorth = () => ({ centerId: cast.north.id })
const ofAna = () => ({ ...inNorth(), studentId: cast.ana.id })

describe('the history', () => {
  test('lists actions on a student and their records, newest first, with the person and time', async () => {
    const { body: note } = await office.call(records.addNote, { ...ofAna(), msg: 'Likes <chess>' })
    await office.call(records.changeNote, { ...ofAna(), noteId: note.id, active: false })
    await office.call(students.change, { ...ofAna(), grade: '6', firstName: 'Anna' })
    await office.call(places.move, {
      ...inNorth(),
      placeId: cast.place.id,
      classId: cast.later.id,
      startDate: '2026-03-12',
    })
    const { status, body } = await look(office, { of: cast.ana.id })
    expect(status).toBe(200)
    expect(body.history.map(({ sentence }) => sentence)).toEqual([
      'Kim Ito moved Anna Silva from Math 5 to Math 6 (from Mar 12, 2026).',
      'Kim Ito changed the first name from Ana to Anna and the grade from 5 to 6.',
      'Kim Ito changed a note: hid it.',
      'Kim Ito wrote the note “Likes &lt;chess&gt;”.',
    ])
    expect(body.history[0]).toMatchObject({ by: 'Kim Ito', at: expect.stringMatching(/^\d{4}-/) as string })
    expect(body.after).toBe(null)
  })

  test('lists changes to a class and its places, and shows the end of a class in its students’ histories', async () => {
    await office.call(classes.change, {
      ...inNorth(),
      classId: cast.later.id,
      maxSize: 9,
      from: '2026-03-19',
    })
    expect(await sentences({ of: cast.later.id })).toEqual([
      expect.stringMatching(/^Kim Ito changed the size from \d+ seats to 9 seats, from Mar 19, 2026\.$/),
      'Kim Ito moved Anna Silva from Math 5 to Math 6 (from Mar 12, 2026).',
    ])
    await office.call(places.enroll, {
      ...inNorth(),
      classId: cast.ended.id,
      studentId: cast.ben.id,
      type: 'regular',
      startDate: '2026-03-10',
    })
    await office.call(places.enroll, {
      ...inNorth(),
      classId: cast.ended.id,
      studentId: cast.ben.id,
      type: 'regular',
      startDate: today,
    })
    await office.call(classes.end, { ...inNorth(), classId: cast.ended.id, from: '2026-06-02' })
    expect((await sentences({ of: cast.ben.id }))[0]).toBe(
      'Kim Ito ended Ended and 1 place as of Jun 2, 2026.',
    )
    expect(await sentences({ of: cast.quiet.id })).toEqual([])
  })

  test('lists changes to the roll and settings of a class on a day, but not those of other classes', async () => {
    const on = { classId: cast.math.id, on: today }
    await office.call(attendance.take, {
      ...inNorth(),
      ...on,
      marks: [{ studentId: cast.ana.id, mark: 'absent' }],
    })
    const { body } = await office.call(attendance.roll, { ...inNorth(), ...on })
    await office.call(attendance.change, {
      ...inNorth(),
      id: body.lines[0]?.attendanceId ?? '',
      excused: true,
    })
    const set = (classId: string, note: string) =>
      office.call(days.change, { ...inNorth(), scheduleId: today, classes: [{ classId, note }] })
    await set(cast.math.id, 'Rulers')
    await set(cast.quiet.id, 'Not here')
    expect(await sentences({ of: cast.math.id, on: today })).toEqual([
      'Kim Ito set the note to “Rulers”.',
      'Kim Ito corrected the attendance for Anna Silva in Math 5 on Mar 3, 2026: excused it.',
      'Kim Ito marked Anna Silva absent.',
    ])
    expect(await sentences({ of: cast.math.id, on: '2026-03-10' })).toEqual([])
    expect((await sentences({ of: cast.ana.id }))[0]).toContain('corrected the attendance for Anna Silva')
  })

  test('lists actions on a parent by the office or the parent, and changes to the center’s settings', async () => {
    const link = { ...ofAna(), parentId: cast.parent.id }
    await office.call(parents.changeLink, { ...link, pickup: false })
    await (await world.as(cast.parent)).call(family.change, { firstName: 'Mary' })
    expect(await sentences({ of: cast.parent.id })).toEqual([
      'Mary Silva changed the first name from Maria to Mary.',
      'Kim Ito changed Mary Silva’s link to Anna Silva: removed their permission to pick up.',
    ])
    const manager = await world.as(cast.manager)
    await manager.call(settings.change, { ...inNorth(), creditDays: 90 })
    await manager.call(settings.close, { ...inNorth(), date: '2026-07-03', name: 'Holiday' })
    await manager.call(settings.reopen, { ...inNorth(), date: '2026-07-03' })
    expect((await sentences()).map((each) => each.split(' ').slice(2).join(' '))).toEqual([
      'reopened the center on Jul 3, 2026.',
      'closed the center on Jul 3, 2026: “Holiday”.',
      'changed how long a credit lasts from 60 days to 90 days.',
    ])
    expect(await sentences({ of: cast.teacher.id })).toEqual([])
  })

  test('is split into pages of thirty, which list each action only once', async () => {
    const changes = Array.from({ length: 65 }, (_, n): Change => ({
      action: 'classes.change',
      entity: cast.quiet.id,
      center: cast.north.id,
      before: { maxSize: n },
      after: { maxSize: n + 1 },
    }))
    await world.database.write(async (db) => recordAll(db, cast.operator, changes))
    const listed: string[] = []
    const sizes: number[] = []
    for (let after: string | null | undefined; after !== null;) {
      const { body } = await look(office, { of: cast.quiet.id, ...(after ? { after } : {}) })
      listed.push(...body.history.map(({ id }) => id))
      sizes.push(body.history.length)
      after = body.after
    }
    expect([sizes, new Set(listed).size]).toEqual([[30, 30, 5], 65])
    expect(listed).toEqual(listed.toSorted((left, right) => Number(right) - Number(left)))
  })

  test('reveals no secrets or sign-ins, whatever is in the audit log', async () => {
    const { id } = cast.teacher
    const secrets = {
      passwordHash: 'CANARY-1',
      token: 'CANARY-2',
      keyHash: 'CANARY-3',
      googleSubject: 'CANARY-4',
      link: 'CANARY-5',
    }
    const own = ['accounts.password', 'accounts.reset', 'accounts.bindGoogle', 'accounts.login'].map(
      (action) => ({
        action,
        entity: id,
        after: secrets,
      }),
    )
    const here = ['staff.invite', 'calendar.renew', 'tokens.make', 'families.invite'].map((action) => ({
      action,
      entity: id,
      center: cast.north.id,
      before: secrets,
      after: secrets,
    }))
    await world.database.write(async (db) => recordAll(db, cast.operator, [...own, ...here] as Change[]))
    const { body, text } = await look(office, { of: id })
    expect([body.history.length, text.includes('CANARY')]).toEqual([4, false])
  })

  test('returns 404 for another center’s record, and leaves out other centers’ actions', async () => {
    const foreign: Change = {
      action: 'students.change',
      entity: cast.ana.id,
      center: cast.south.id,
      before: { grade: '1' },
      after: { grade: 'FOREIGN' },
    }
    await world.database.write(async (db) => recordAll(db, cast.stranger, [foreign]))
    expect((await look(office, { of: cast.ana.id })).text).not.toContain('FOREIGN')
    expect((await look(office, { of: cast.elsewhere.id })).status).toBe(404)
    expect((await look(office, { of: '0190aaaa-0000-7000-8000-000000000000' })).status).toBe(404)
    expect((await look(await world.as(cast.stranger), { of: cast.ana.id })).status).toBe(404)
  })

  test('is available only to the office, and refuses an invalid day or page', async () => {
    for (const who of [cast.device, cast.ana, cast.parent, cast.editor])
      expect((await look(await world.as(who), { of: cast.ana.id })).status).toBe(403)
    expect((await look(await world.as(null))).status).toBe(401)
    expect((await look(office, { on: today })).status).toBe(422)
    expect((await look(office, { of: 'x' })).status).toBe(400)
    expect((await look(office, { of: cast.ana.id, after: '1; drop' })).status).toBe(422)
  })
})
