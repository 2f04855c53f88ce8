import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import { settings } from '../center-settings/api.ts'
import { days } from '../days/api.ts'
import { factories } from '#tests/factories.ts'
import { placesFixture } from '#tests/places-fixture.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { credits } from './api.ts'

const world = await openWorld()
const stage = await placesFixture(world)
const { cast, operator, manager, stranger, newClass, newStudent, newPlace, enroll, remove, rosterOf } = stage
const centerId = cast.center
const [nextTuesday, tuesdayAfter] = ['2026-03-10', '2026-03-17']

type Klass = Awaited<ReturnType<typeof newClass>>

/** Creates a Tuesday class with a regular student. */
async function regular(more: Parameters<typeof newClass>[0] = {}) {
  const [klass, student] = [await newClass(more), await newStudent()]
  await newPlace(klass, student.id)
  return { klass, student, id: student.id }
}

const take = (klass: Klass, studentId: string, on: string, mark: 'present' | 'absent' | null) =>
  operator.call(attendance.take, { centerId, classId: klass.id, on, marks: [{ studentId, mark }] })

const ledger = async (studentId: string) =>
  (await operator.call(credits.ofStudent, { centerId, studentId })).body
const stateOf = async (studentId: string) => (await ledger(studentId)).map(({ state }) => state)
const grant = (
  klass: { id: string },
  studentId: string,
  missedOn: string,
  more: object = {},
  by: Caller = operator,
) =>
  by.call(credits.grant, { centerId, studentId, classId: klass.id, missedOn, reason: 'Snow <day>', ...more })
const change = (creditId: string, more: object, by: Caller = operator) =>
  by.call(credits.change, { centerId, creditId, ...more })
const find = async (creditId: string, more: object = {}) =>
  (await operator.call(credits.makeups, { centerId, creditId, ...more })).body

/** Creates a student with a credit for an absence reported in advance. */
async function withCredit(more: Parameters<typeof newClass>[0] = {}) {
  const who = await regular(more)
  await take(who.klass, who.id, nextTuesday, 'absent')
  const [credit] = await ledger(who.id)
  return { ...who, credit: credit?._id as string }
}

const cancel = (klass: Klass, on: string, reason: string | null) =>
  operator.call(days.change, {
    centerId,
    scheduleId: on,
    classes: [{ classId: klass.id, cancel: reason === null ? null : { reason } }],
  })

describe('automatic credits', () => {
  test('reporting an absence in advance frees the seat and gives a credit for 60 days, until it is cleared', async () => {
    const { klass, id } = await regular()
    await take(klass, id, nextTuesday, 'absent')
    expect(await ledger(id)).toMatchObject([
      {
        classId: klass.id,
        className: klass.name,
        missedOn: nextTuesday,
        reason: 'notice',
        expiresOn: '2026-05-09',
        state: 'open',
        place: null,
      },
    ])
    expect((await rosterOf(klass, nextTuesday)).seats).toBe(0)
    await take(klass, id, nextTuesday, 'absent')
    expect(await ledger(id)).toMatchObject([{ state: 'open', version: 1 }])
    await take(klass, id, nextTuesday, null)
    expect(await stateOf(id)).toEqual(['void'])
    await take(klass, id, nextTuesday, 'absent')
    expect(await ledger(id)).toMatchObject([{ state: 'open', expiresOn: '2026-05-09' }])
  })

  test('an absence today gives a credit once it is excused, and none if the student came after all', async () => {
    const { klass, id } = await regular()
    const { body } = await take(klass, id, '2026-03-03', 'absent')
    expect(await ledger(id)).toEqual([])
    const mark = { centerId, id: body[0]?._id as string }
    await operator.call(attendance.change, { ...mark, excused: true })
    expect(await ledger(id)).toMatchObject([{ state: 'open', reason: 'excused' }])
    await operator.call(attendance.change, { ...mark, mark: 'present' })
    expect(await stateOf(id)).toEqual(['void'])
    await operator.call(attendance.change, { ...mark, mark: 'absent', excused: true })
    expect(await stateOf(id)).toEqual(['open'])
    await operator.call(attendance.clear, mark)
    expect(await stateOf(id)).toEqual(['void'])
  })

  test('a student who only picked up work counts as having missed the class', async () => {
    const { klass, id } = await regular({ time: '17:30' })
    const { body } = await take(klass, id, '2026-03-03', 'absent')
    await operator.call(attendance.change, {
      centerId,
      id: body[0]?._id as string,
      mark: 'pickup',
      excused: true,
    })
    expect(await ledger(id)).toMatchObject([{ state: 'open', reason: 'excused' }])
  })

  test('a canceled class gives a credit to regulars, but not to guests or during a break, until it is reinstated', async () => {
    const { klass, id } = await regular()
    const [resting, guest] = [await newStudent(), await newStudent()]
    await stage.pause(await newPlace(klass, resting.id), '2026-03-01', '2026-03-31')
    await enroll(klass, guest.id, { type: 'trial', startDate: nextTuesday })
    await cancel(klass, nextTuesday, 'Snow')
    expect(await ledger(id)).toMatchObject([{ state: 'open', reason: 'canceled', missedOn: nextTuesday }])
    expect([await ledger(resting.id), await ledger(guest.id)]).toEqual([[], []])
    await cancel(klass, nextTuesday, null)
    expect(await stateOf(id)).toEqual(['void'])
    await cancel(klass, nextTuesday, 'Snow')
    expect(await stateOf(id)).toEqual(['open'])
    await operator.call(days.clear, { centerId, scheduleId: nextTuesday })
    expect(await stateOf(id)).toEqual(['void'])
  })

  test('missing a make-up gives no credit', async () => {
    const { klass: missed, id, credit } = await withCredit()
    const other = await newClass({ time: '19:00' })
    await enroll(other, id, { type: 'make-up', startDate: '2026-03-03', creditId: credit })
    await take(other, id, '2026-03-03', 'absent')
    expect(await ledger(id)).toMatchObject([{ classId: missed.id, state: 'forfeited' }])
  })

  test('the center sets when an absence gives a credit, and for how long', async () => {
    const rule = (makeupRule: 'notice' | 'always' | 'never', creditDays = 60) =>
      manager.call(settings.change, { centerId, makeupRule, creditDays })
    const { klass, id } = await regular()
    await rule('never')
    await take(klass, id, nextTuesday, 'absent')
    expect(await ledger(id)).toEqual([])
    await rule('always', 10)
    await take(klass, id, '2026-03-03', 'absent')
    expect(await ledger(id)).toMatchObject([{ reason: 'absent', expiresOn: '2026-03-13' }])
    await rule('notice')
  })

  test('correcting an absence voids a booked credit but keeps its make-up', async () => {
    const { klass, id, credit } = await withCredit()
    const other = await newClass({ day: 4 })
    await enroll(other, id, { type: 'make-up', startDate: '2026-03-12', creditId: credit })
    await take(klass, id, nextTuesday, null)
    expect(await ledger(id)).toMatchObject([
      { state: 'void', place: { classId: other.id, on: '2026-03-12' } },
    ])
    await take(klass, id, nextTuesday, 'absent')
    expect(await stateOf(id)).toEqual(['booked'])
  })
})

describe('the make-up finder', () => {
  test('lists classes of the same subject and type with a free seat, best first, with reasons', async () => {
    const { id: teacherId } = await world.database.write((db) => factories(db).teacher(centerId))
    const subject = 'English'
    const { klass, id, credit } = await withCredit({ subject, teacherId, time: '10:00' })
    const peer = await newStudent()
    await world.database.write(
      (db) =>
        db`insert into programs (center_id, student_id, name, level) select ${centerId}, each, 'English', 'English 4' from unnest(${[id, peer.id]}::uuid[]) each`,
    )
    const level = await newClass({ subject, day: 5, time: '18:00' })
    await newPlace(level, peer.id)
    const teacher = await newClass({ subject, day: 5, time: '12:00', teacherId })
    const weekday = await newClass({ subject, time: '12:00' })
    const hour = await newClass({ subject, day: 4, time: '10:15' })
    const full = await newClass({ subject, day: 6, maxSize: 1 })
    await newPlace(full, (await newStudent()).id)
    await newClass({ day: 5 })
    const found = await find(credit, { to: '2026-03-09' })
    expect(found.map(({ classId, date, why }) => [classId, date, why])).toEqual([
      [level.id, '2026-03-06', ['Same level']],
      [teacher.id, '2026-03-06', ['Same teacher']],
      [hour.id, '2026-03-05', ['Same hour']],
    ])
    expect(found[1]).toMatchObject({ time: '12:00', endTime: '13:15', free: 8, className: teacher.name })
    const all = await find(credit)
    expect(all.some(({ classId }) => classId === klass.id || classId === full.id)).toBe(false)
    expect(all.filter(({ classId }) => classId === weekday.id)).toMatchObject([
      { date: nextTuesday, why: ['Same weekday'] },
      { date: tuesdayAfter, why: ['Same weekday'] },
    ])
    expect(all.at(-1)?.date).toBe('2026-03-19')
  })

  test('leaves out classes during the reported absence, but not during a class that was canceled', async () => {
    const subject = 'Private Tutoring'
    const { klass, credit } = await withCredit({ subject, time: '10:00' })
    const during = await newClass({ subject, time: '10:30' })
    const after = await newClass({ subject, time: '12:00' })
    const found = (await find(credit, { to: tuesdayAfter })).filter(({ classId }) =>
      [during.id, after.id].includes(classId),
    )
    expect(found.map(({ classId, date }) => [classId, date])).toEqual([
      [after.id, nextTuesday],
      [after.id, tuesdayAfter],
    ])
    const other = await newStudent()
    await newPlace(klass, other.id)
    await cancel(klass, nextTuesday, 'Ill')
    const [canceled] = await ledger(other.id)
    const instead = await find(canceled?._id ?? '', { to: nextTuesday })
    expect(instead.some(({ classId }) => classId === during.id)).toBe(true)
  })

  test('ranks classes by how near the level of most of their students is to the student’s own', async () => {
    const subject = 'Private Tutoring'
    const { id, credit } = await withCredit({ subject, time: '10:00' })
    const courseId = newId()
    const setLevel = async (student: string, level: string) =>
      await world.database.write(
        (db) =>
          db`insert into programs (center_id, student_id, name, level) values (${centerId}, ${student}, ${subject}, ${level})`,
      )
    await world.database.write(async (db) => {
      await db`insert into courses (id, name, subject) values (${courseId}, 'Tutoring', ${subject})`
      for (const [position, name] of ['PT 1', 'PT 2', 'PT 3', 'PT 4'].entries())
        await db`insert into levels (id, course_id, name, position, chapter_count) values (${newId()}, ${courseId}, ${name}, ${position}, 0)`
    })
    await setLevel(id, 'PT 4')
    const classOf = async (levels: readonly string[], day: number) => {
      const klass = await newClass({ subject, day, time: '18:00' })
      for (const level of levels) {
        const student = await newStudent()
        await setLevel(student.id, level)
        await newPlace(klass, student.id)
      }
      return klass.id
    }
    const far = await classOf(['PT 1', 'PT 1', 'PT 4'], 4)
    const next = await classOf(['PT 3'], 5)
    const same = await classOf(['PT 4'], 6)
    const found = await find(credit, { to: '2026-03-09' })
    expect(found.map(({ classId, level, levelsOff }) => [classId, level, levelsOff])).toEqual([
      [same, 'PT 4', 0],
      [next, 'PT 3', 1],
      [far, 'PT 1', 3],
    ])
  })

  test('skips classes that have started or are closed, canceled or full, and times when the student is busy', async () => {
    const subject = 'Group'
    const { id, credit } = await withCredit({ subject, day: 2 })
    const later = await newClass({ subject, time: '19:00' })
    await newClass({ subject, time: '14:00', endsOn: nextTuesday })
    const canceled = await newClass({ subject, day: 3 })
    const taken = await newClass({ subject, day: 4, maxSize: 1 })
    const clashing = await newClass({ subject, day: 5, time: '17:00' })
    await cancel(canceled, '2026-03-04', 'Ill')
    await enroll(taken, (await newStudent()).id, { type: 'trial', startDate: '2026-03-05' })
    await newPlace(await newClass({ day: 5 }), id)
    const dates = (await find(credit, { to: nextTuesday })).map(({ classId, date }) => [classId, date])
    expect(dates).toEqual(
      expect.arrayContaining([
        [later.id, '2026-03-03'],
        [later.id, nextTuesday],
      ]),
    )
    expect(dates).toHaveLength(3)
    expect(dates.some(([classId]) => [canceled.id, taken.id, clashing.id].includes(classId as string))).toBe(
      false,
    )
    await manager.call(settings.close, { centerId, date: '2026-03-31', name: 'Holiday' })
    const open = (await find(credit, { from: '2026-03-30', to: '2026-04-07' })).map(({ date }) => date)
    expect(open).toContain('2026-04-07')
    expect(open).not.toContain('2026-03-31')
  })

  test('stops at the credit’s last day and requires an open credit', async () => {
    const { credit } = await withCredit()
    await newClass({ day: 4 })
    await change(credit, { expiresOn: '2026-03-11' })
    expect((await find(credit)).every(({ date }) => date <= '2026-03-11')).toBe(true)
    expect(await find(credit, { from: '2026-03-12' })).toEqual([])
    await change(credit, { void: true })
    expect(await operator.call(credits.makeups, { centerId, creditId: credit })).toMatchObject({
      status: 409,
      body: { code: 'not_open', message: 'This credit isn’t open. Void.' },
    })
    const status = async (who: Caller, more: object) =>
      (await who.call(credits.makeups, { centerId, creditId: credit, ...more })).status
    expect(await status(operator, { creditId: newId() })).toBe(404)
    expect(await status(stranger, {})).toBe(404)
    const other = await withCredit()
    expect(await status(operator, { creditId: other.credit, from: '2026-03-10', to: '2026-03-09' })).toBe(422)
    expect(await status(operator, { creditId: other.credit, to: '2026-09-09' })).toBe(422)
  })

  test('offers a make-up that can be booked with one call; the badge and ledger show it until it is removed', async () => {
    const { id, credit } = await withCredit()
    const target = await newClass({ day: 4 })
    const made = (await find(credit)).find(({ classId }) => classId === target.id)
    const booked = await enroll(target, id, { type: 'make-up', startDate: made?.date, creditId: credit })
    expect(booked.status).toBe(201)
    expect((await rosterOf(target, '2026-03-05')).badges.get(id)).toBe('MU')
    expect(await ledger(id)).toMatchObject([
      { state: 'booked', place: { _id: booked.body._id, on: '2026-03-05', time: '16:30' } },
    ])
    expect(await change(credit, { void: true })).toMatchObject({ status: 409, body: { code: 'spent' } })
    await remove(booked.body._id)
    expect(await ledger(id)).toMatchObject([{ state: 'open', place: null }])
  })
})

describe('a credit', () => {
  test('can be granted with a reason for a class that a regular missed, and attendance doesn’t change it', async () => {
    const { klass, id } = await regular()
    await take(klass, id, '2026-03-03', 'absent')
    const done = await grant(klass, id, '2026-03-03')
    expect(done).toMatchObject({
      status: 201,
      body: {
        state: 'open',
        reason: 'granted',
        note: 'Snow &lt;day&gt;',
        missedOn: '2026-03-03',
        expiresOn: '2026-05-02',
      },
    })
    await take(klass, id, '2026-03-03', 'present')
    expect(await stateOf(id)).toEqual(['open'])
    const trail = await world.database.read<
      { action: string }[]
    >`select action from audit where entity_id = ${done.body._id}`
    expect(trail.map(({ action }) => action)).toEqual(['credits.grant'])
    const { klass: other, id: late } = await withCredit()
    await take(other, late, nextTuesday, null)
    expect((await grant(other, late, nextTuesday)).body).toMatchObject({ state: 'open', reason: 'granted' })
  })

  test('can’t be granted twice, or for a class that the student attended or isn’t in', async () => {
    const { klass, id, credit } = await withCredit()
    expect(await grant(klass, id, nextTuesday)).toMatchObject({
      status: 409,
      body: { code: 'has_credit', creditId: credit },
    })
    await take(klass, id, '2026-03-03', 'present')
    for (const day of ['2026-03-03', '2026-03-04', '2025-12-30'])
      expect(await grant(klass, id, day)).toMatchObject({ status: 409, body: { code: 'not_missed' } })
    const other = await newClass()
    await newPlace(other, id, { type: 'make-up', startsOn: tuesdayAfter, endsOn: tuesdayAfter })
    expect((await grant(other, id, tuesdayAfter)).body).toMatchObject({ code: 'not_missed' })
    expect((await grant(klass, id, tuesdayAfter, { reason: ' ' })).status).toBe(422)
    expect((await grant({ id: newId() }, id, tuesdayAfter)).status).toBe(404)
    expect((await grant(klass, newId(), tuesdayAfter)).status).toBe(404)
    expect((await grant(klass, id, tuesdayAfter, {}, stranger)).status).toBe(404)
  })

  test('can be extended only by a manager, and shortened by anyone in the office', async () => {
    const { credit } = await withCredit()
    expect(await change(credit, { expiresOn: '2026-06-01' })).toMatchObject({
      status: 403,
      body: { code: 'extend' },
    })
    expect((await change(credit, { expiresOn: '2026-06-01' }, manager)).body).toMatchObject({
      expiresOn: '2026-06-01',
      version: 2,
    })
    expect((await change(credit, { expiresOn: '2026-03-02' })).body).toMatchObject({ state: 'expired' })
    const stale = await operator.call(
      credits.change,
      { centerId, creditId: credit, void: true },
      { headers: { 'if-match': '"1"' } },
    )
    expect(stale).toMatchObject({ status: 412, body: { current: { _id: credit, version: 3 } } })
    expect((await change(credit, { expiresOn: '2026-02-30' })).status).toBe(422)
    expect((await change(newId(), { void: true })).status).toBe(404)
    expect((await change(credit, { void: true }, stranger)).status).toBe(404)
  })

  test('can be voided permanently, or restored so that it follows attendance again', async () => {
    const { klass, credit, id } = await withCredit()
    expect((await change(credit, { void: true })).body).toMatchObject({ state: 'void' })
    await take(klass, id, nextTuesday, null)
    await take(klass, id, nextTuesday, 'absent')
    expect(await stateOf(id)).toEqual(['void'])
    expect((await change(credit, { void: false })).body).toMatchObject({ state: 'open' })
    await take(klass, id, nextTuesday, null)
    expect(await stateOf(id)).toEqual(['void'])
    expect((await change(credit, { void: false })).body).toMatchObject({ state: 'void' })
  })

  test('is visible only to the center’s office', async () => {
    const { id } = await withCredit()
    const status = async (who: Caller, studentId = id) =>
      (await who.call(credits.ofStudent, { centerId, studentId })).status
    expect(await status(operator)).toBe(200)
    expect(await status(operator, newId())).toBe(404)
    expect(await status(stranger)).toBe(404)
    expect(await status(await world.as(null))).toBe(401)
    expect(await status(await world.as(await newStudent()))).toBe(403)
  })
})
