import { v7 as newId } from 'uuid'
import { afterEach, describe, expect, test } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import { attendanceHistory } from '#features/attendance/history/api.ts'
import { anonymousNotice } from '#features/schedule/rules.ts'
import { family } from '../api.ts'
import { schedules } from '#features/schedule/api.ts'
import { setClock } from '#server/clock.ts'
import { openFamilies } from '#tests/absence-fixture.ts'
import { factories } from '#tests/factories.ts'
import { absences } from './api.ts'

const { world, cast, centerId, office, newFamily } = await openFamilies()
const { write } = world.database
/** A Tuesday during term. The family's class is on Thursday at 4:30 PM. */
const now = '2026-03-03 16:45'
const thursday = '2026-03-05'

afterEach(() => setClock(now))

describe('reporting an absence', () => {
  test('stores it as the parent’s notice, gives the credit, and returns the consequence', async () => {
    const { tell, marks, credits, trail, mother, motherId, child } = await newFamily()
    const { status, body } = await tell(thursday, { note: 'Fever <since> noon' })
    expect([status, body]).toEqual([201, { follows: 'credit', hoursAhead: 47, noticeHours: 24 }])
    expect(await marks()).toEqual([
      {
        mark: 'absent',
        reason: 'Sick',
        note: 'Fever &lt;since&gt; noon',
        noticedAt: '2026-03-03T21:45:00Z',
        toldBy: motherId,
        version: 1,
      },
    ])
    expect(await credits()).toEqual([['open', 'notice']])
    expect(await trail()).toEqual([{ action: 'absences.tell', personId: motherId }])
    expect((await mother.call(family.child, { id: child.id })).body).toMatchObject({
      nextClass: { on: thursday, told: { byFamily: true, reason: 'Sick' }, follows: 'credit' },
      credits: [
        { state: 'open', reason: 'notice', missedOn: thursday, expiresOn: '2026-05-04', place: null },
      ],
    })
  })

  test('takes effect once, even if the other parent repeats it; a new reason keeps the first report’s time', async () => {
    const { tell, marks, trail, father, credits } = await newFamily()
    expect((await tell(thursday, { note: 'Fever' })).status).toBe(201)
    expect((await tell(thursday)).status).toBe(200)
    expect((await trail()).length).toBe(1)
    setClock('2026-03-05 10:00')
    const again = await tell(thursday, { reason: 'Travel' }, father)
    expect([again.status, again.body]).toEqual([200, { follows: 'credit', hoursAhead: 47, noticeHours: 24 }])
    expect(await marks()).toMatchObject([
      { reason: 'Travel', note: 'Fever', noticedAt: '2026-03-03T21:45:00Z', version: 2 },
    ])
    expect(await credits()).toEqual([['open', 'notice']])
  })

  test('shows the report on the roll, in the day view and the history, but no name or reason on a tablet', async () => {
    const { tell, klass, child } = await newFamily({ day: 2, time: '17:30' })
    await tell('2026-03-03', { note: 'Fever' })
    const where = { centerId, classId: klass.id, on: '2026-03-03' }
    const line = { studentId: child.id, mark: 'absent', told: { by: 'Maria', reason: 'Sick', note: 'Fever' } }
    expect((await office.call(attendance.roll, where)).body.lines).toMatchObject([line])
    const dayOf = async (who: typeof office) =>
      (await who.call(schedules.day, { centerId, scheduleId: where.on })).body.schedules.find(
        ({ id }) => id === klass.id,
      )
    expect(await dayOf(office)).toMatchObject({ seats: 0, students: [{ noticed: true, told: line.told }] })
    const device = await world.as({ ...cast.device, centerId })
    expect((await device.call(attendance.roll, where)).body.lines).toMatchObject([
      { mark: 'absent', told: anonymousNotice },
    ])
    expect((await dayOf(device))?.students).toMatchObject([{ noticed: true, told: anonymousNotice }])
    const { body } = await office.call(attendanceHistory.list, {
      centerId,
      studentId: child.id,
      from: where.on,
      to: where.on,
    })
    const { _id: id = '' } = body.marks[0] ?? {}
    expect(body.marks[0]?.takenBy).toContain('Maria')
    expect((await office.call(attendanceHistory.corrections, { centerId, id })).body).toMatchObject([
      {
        by: expect.stringContaining('Maria') as string,
        before: null,
        after: { mark: 'absent', reason: 'Sick' },
      },
    ])
  })

  test('notifies the screens of the center and the family', async () => {
    const { tell, withdraw, child, klass } = await newFamily()
    const events: string[] = []
    await world.database.listen(
      'live',
      (payload) => void events.push(payload),
      () => {},
    )
    const channels = [`center:${centerId}`, `student:${child.id}`]
    const once = ['attendance', 'schedule'].flatMap((topic) =>
      channels.map((channel) => JSON.stringify({ channel, topic, id: klass.id })),
    )
    await tell(thursday)
    // Identical events in quick succession are sent only once.
    await expect.poll(() => events).toEqual(once)
    await withdraw(thursday)
    await expect.poll(() => events).toEqual([...once, ...once])
  })

  test('frees the seat', async () => {
    const { tell, klass } = await newFamily({ maxSize: 1 })
    const seats = async () =>
      (await office.call(schedules.day, { centerId, scheduleId: thursday })).body.schedules.find(
        ({ id }) => id === klass.id,
      )?.seats
    expect(await seats()).toBe(1)
    await tell(thursday)
    expect(await seats()).toBe(0)
  })

  test('keeps the absence when all others are marked present; marking the child present replaces it and voids the credit', async () => {
    const { tell, klass, child, credits, marks } = await newFamily({ day: 3, time: '17:30' })
    const other = await write((db) => factories(db).student(centerId))
    await write((db) => factories(db).place(klass, other.id))
    await tell('2026-03-04')
    setClock('2026-03-04 17:25')
    const where = { centerId, classId: klass.id, on: '2026-03-04' }
    const present = [child.id, other.id].map((studentId) => ({ studentId, mark: 'present' as const }))
    const all = await office.call(attendance.take, { ...where, marks: present, onlyUnmarked: true })
    expect(all.body.map(({ studentId }) => studentId)).toEqual([other.id])
    expect(await marks()).toMatchObject([{ mark: 'absent' }])
    await office.call(attendance.take, { ...where, marks: present.slice(0, 1) })
    expect(await marks()).toMatchObject([{ mark: 'present', noticedAt: null, toldBy: null, reason: '' }])
    expect(await credits()).toEqual([['void', 'notice']])
  })

  test('leaves an absence noted by the office unchanged', async () => {
    const { tell, withdraw, klass, child, marks } = await newFamily()
    const noted = {
      centerId,
      classId: klass.id,
      on: thursday,
      marks: [{ studentId: child.id, mark: 'absent' as const }],
    }
    await office.call(attendance.take, noted)
    expect((await tell(thursday)).status).toBe(200)
    expect(await marks()).toMatchObject([{ reason: '', toldBy: null, version: 1 }])
    expect(await withdraw(thursday)).toMatchObject({ status: 409, body: { code: 'by_office' } })
  })
})

describe('limits on reporting an absence', () => {
  test.each([
    ['a class that has started', '2026-03-05 16:30', thursday, 409, 'begun'],
    ['a past day', now, '2026-02-26', 409, 'begun'],
    ['a day more than four weeks ahead', now, '2026-04-02', 422, 'too_far'],
    ['a day without the class', now, '2026-03-06', 404, 'not_found'],
  ])('%s is refused', async (_, moment, on, status, code) => {
    const { tell } = await newFamily()
    setClock(moment)
    expect(await tell(on)).toMatchObject({ status, body: { code } })
  })

  test('a day four weeks ahead is accepted', async () => {
    const { tell } = await newFamily({ day: 2, time: '18:00' })
    expect((await tell('2026-03-31')).status).toBe(201)
  })

  test('an absence on a closed day, for a canceled class or during a break is refused with the reason', async () => {
    const { tell, klass, place, withdraw } = await newFamily()
    await world.database
      .single`insert into closures (center_id, held_on, name) values (${centerId}, '2026-03-12', 'Snow &lt;day&gt;')`
    await world.database.single`
      insert into class_days (center_id, class_id, held_on, canceled_at, cancel_reason)
      values (${centerId}, ${klass.id}, '2026-03-19', now(), 'The teacher is ill')`
    await write((db) => factories(db).pause(place, '2026-03-20', '2026-03-31'))
    const refusal = async (on: string) =>
      (await tell(on)).body as unknown as { code: string; message: string }
    expect([
      await refusal('2026-03-12'),
      await refusal('2026-03-19'),
      await refusal('2026-03-26'),
    ]).toMatchObject([
      {
        code: 'not_meeting',
        message: 'Your child isn’t expected in Math Club on Thu, Mar 12. Center closed: Snow &lt;day&gt;.',
      },
      {
        code: 'not_meeting',
        message: 'Your child isn’t expected in Math Club on Thu, Mar 19. Canceled by the center.',
      },
      { code: 'not_meeting', message: 'Your child isn’t expected in Math Club on Thu, Mar 26. On break.' },
    ])
    expect((await withdraw('2026-03-12')).status).toBe(204)
  })

  test('attendance that has been taken can only be changed by the office', async () => {
    const { tell, withdraw, klass, child } = await newFamily({ day: 2, time: '16:50' })
    const mark = {
      centerId,
      classId: klass.id,
      on: '2026-03-03',
      marks: [{ studentId: child.id, mark: 'present' as const }],
    }
    await office.call(attendance.take, mark)
    expect(await tell('2026-03-03')).toMatchObject({ status: 409, body: { code: 'taken' } })
    expect(await withdraw('2026-03-03')).toMatchObject({ status: 409, body: { code: 'taken' } })
  })

  test('a child on the waitlist has no class to report an absence for', async () => {
    const { tell, mother, child } = await newFamily({ type: 'waitlist' })
    expect((await tell(thursday)).status).toBe(404)
    expect((await mother.call(family.child, { id: child.id })).body.coming).toEqual([])
  })

  test('another family’s child, another child’s class and unknown ids get the same 404', async () => {
    const [own, other] = [await newFamily(), await newFamily()]
    const reportAbsence = (id: string, classId: string) =>
      own.mother.call(absences.tell, { id, classId, on: thursday, reason: 'Sick' })
    const answers = [
      await reportAbsence(other.child.id, other.klass.id),
      await reportAbsence(own.child.id, other.klass.id),
      await reportAbsence(other.child.id, own.klass.id),
      await reportAbsence(own.child.id, newId()),
      await own.withdraw(thursday, other.mother),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(new Set(answers.map(({ text }) => text.replace(/"requestId":"[^"]*"/, ''))).size).toBe(1)
    expect([await own.marks(), await other.marks()]).toEqual([[], []])
  })

  test('a parent whose link has ended or has no portal access can neither report nor withdraw an absence', async () => {
    const { tell, withdraw, child, marks } = await newFamily()
    await tell('2026-03-19')
    const set = (portal: boolean, ended: string | null) =>
      world.database
        .single`update parent_links set portal = ${portal}, ended_at = ${ended} where student_id = ${child.id}`
    for (const [portal, ended] of [[false, null] as const, [true, '2026-03-01T00:00:00Z'] as const]) {
      await set(portal, ended)
      expect([(await tell(thursday)).status, (await withdraw('2026-03-19')).status]).toEqual([404, 404])
    }
    expect(await marks()).toHaveLength(1)
  })

  test('other accounts and unknown fields are refused', async () => {
    const { where, child, tell, mother } = await newFamily()
    const input = { ...where(thursday), reason: 'Sick' as const }
    expect((await (await world.as(null)).call(absences.tell, input)).status).toBe(401)
    expect((await (await world.as(child)).call(absences.tell, input)).status).toBe(403)
    expect((await office.call(absences.withdraw, where(thursday))).status).toBe(403)
    expect((await tell('2026-02-30')).status).toBe(422)
    expect((await tell(thursday, { note: 'x'.repeat(201) })).status).toBe(422)
    const raw = { classId: input.classId, on: thursday }
    expect((await mother.call(absences.tell, input, { raw: { ...raw, reason: 'Lazy' } })).status).toBe(400)
    expect(
      (await mother.call(absences.tell, input, { raw: { ...raw, reason: 'Sick', excused: true } })).status,
    ).toBe(400)
  })
})
