import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openRolls } from '#tests/roll-fixture.ts'
import { today } from '#tests/world.ts'
import { attendance } from './api.ts'
import type { Mark } from '#features/schedule/rules.ts'

const { world, cast, operator, colleague, device, makeClass, marked, take, rows, trail } = await openRolls()
const lastWeek = '2026-02-24'

const ifMatch = (version: number) => ({ headers: { 'if-match': `"${version}"` } })

describe('one mark', () => {
  test('is returned with its details and version, but not to staff of another center', async () => {
    const { ask, studentId } = await marked()
    const one = await colleague.call(attendance.one, ask)
    expect([one.status, one.headers['etag'], one.body]).toMatchObject([
      200,
      '"1"',
      { _id: ask.id, studentId, mark: 'present', on: today },
    ])
    expect((await (await world.as(null)).call(attendance.one, ask)).status).toBe(401)
    expect((await (await world.as(cast.student)).call(attendance.one, ask)).status).toBe(403)
    expect((await (await world.as(cast.stranger)).call(attendance.one, ask)).status).toBe(404)
    expect((await operator.call(attendance.one, { ...ask, id: newId() })).status).toBe(404)
    expect((await operator.call(attendance.one, { ...ask, id: '1' })).status).toBe(400)
  })

  test('keeps facts that a change doesn’t mention', async () => {
    const { ask, studentId } = await marked('absent')
    const first = await operator.call(
      attendance.change,
      { ...ask, excused: true, reason: ' <flu> ' },
      ifMatch(1),
    )
    expect([first.status, first.body]).toMatchObject([
      200,
      { mark: 'absent', excused: true, reason: '&lt;flu&gt;', version: 2 },
    ])
    const second = await colleague.call(attendance.change, { ...ask, mark: 'pickup', pickedUpBy: 'Grandpa' })
    expect(second.body).toMatchObject({
      studentId,
      mark: 'pickup',
      excused: true,
      pickedUpBy: 'Grandpa',
      version: 3,
    })
    expect(await trail(ask.id)).toMatchObject([
      {
        action: 'attendance.change',
        personId: cast.operator.id,
        before: { excused: false },
        after: { excused: true },
      },
      {
        action: 'attendance.change',
        personId: cast.colleague.id,
        before: { mark: 'absent' },
        after: { mark: 'pickup' },
      },
    ])
  })

  test('drops facts that no longer fit, and is attributed to whoever last changed it', async () => {
    const { ask, where, studentId } = await marked('absent')
    const { body: first } = await operator.call(attendance.change, {
      ...ask,
      excused: true,
      reason: 'Flu',
      note: 'Mum called',
    })
    const { body: came } = await colleague.call(attendance.change, { ...ask, mark: 'present' })
    expect(came).toMatchObject({ mark: 'present', excused: false, reason: '', note: 'Mum called' })
    expect(came.arrivedAt).not.toBeNull()
    expect(Date.parse(came.takenAt)).toBeGreaterThan(Date.parse(first.takenAt))
    expect(await rows(where.classId)).toMatchObject([{ takenBy: cast.colleague.id, takenOn: null }])
    await colleague.call(attendance.change, { ...ask, mark: 'pickup', pickedUpBy: 'Grandpa' })
    const { body: taken } = await take(device, where, [[studentId, 'absent']])
    expect(taken).toMatchObject([{ mark: 'absent', arrivedAt: null, departedAt: null, pickedUpBy: null }])
    expect(await rows(where.classId)).toMatchObject([{ takenBy: null, takenOn: cast.device.id }])
    await operator.call(attendance.change, { ...ask, note: '' })
    expect(await rows(where.classId)).toMatchObject([{ takenBy: cast.operator.id, takenOn: null }])
  })

  test('rejects facts that don’t fit it', async () => {
    const { ask } = await marked('present')
    for (const [fact, path] of [
      [{ excused: true }, '/excused'],
      [{ reason: 'Flu' }, '/reason'],
      [{ pickedUpBy: 'Grandpa' }, '/pickedUpBy'],
      [{ mark: 'absent' as const, pickedUpBy: 'Grandpa' }, '/pickedUpBy'],
      [{ mark: 'pickup' as const, excused: true }, '/excused'],
    ] as const)
      expect(await operator.call(attendance.change, { ...ask, ...fact })).toMatchObject({
        status: 422,
        body: { code: 'does_not_fit', errors: [{ path }] },
      })
    expect(
      (await operator.call(attendance.change, { ...ask, excused: false, reason: '', pickedUpBy: null }))
        .status,
    ).toBe(200)
    expect(
      (await operator.call(attendance.change, { ...ask, mark: 'absent', reason: 'Flu' })).body,
    ).toMatchObject({ reason: 'Flu' })
  })

  test('isn’t overwritten by a stale change, which returns 412 with the current record', async () => {
    const { ask } = await marked()
    await colleague.call(attendance.change, { ...ask, note: 'Came late' }, ifMatch(1))
    const late = await operator.call(attendance.change, { ...ask, note: 'On time' }, ifMatch(1))
    expect([late.status, late.body]).toMatchObject([
      412,
      { code: 'stale', current: { _id: ask.id, note: 'Came late', version: 2 } },
    ])
    expect((await operator.call(attendance.clear, ask, ifMatch(1))).status).toBe(412)
    expect(
      (await operator.call(attendance.change, { ...ask, note: 'x' }, { headers: { 'if-match': 'W/"2"' } }))
        .status,
    ).toBe(412)
    expect(
      (await operator.call(attendance.change, { ...ask, note: 'x' }, { headers: { 'if-match': '2' } }))
        .status,
    ).toBe(400)
    expect((await operator.call(attendance.one, ask)).body).toMatchObject({ note: 'Came late', version: 2 })
    expect((await operator.call(attendance.change, { ...ask, note: 'On time' }, ifMatch(2))).status).toBe(200)
    expect(await trail(ask.id)).toHaveLength(2)
  })

  test('leaves the student unmarked when cleared, and stays in the history', async () => {
    const { ask, where } = await marked()
    expect((await operator.call(attendance.clear, ask, ifMatch(1))).status).toBe(204)
    expect((await operator.call(attendance.roll, where)).body.lines).toMatchObject([
      { mark: null, attendanceId: null },
    ])
    expect((await operator.call(attendance.clear, ask)).status).toBe(404)
    expect(await trail(ask.id)).toMatchObject([
      { action: 'attendance.clear', before: { mark: 'present' }, after: null },
    ])
  })

  test('can be changed or cleared only by staff of the center', async () => {
    const { ask } = await marked()
    for (const [who, want] of [
      [null, 401],
      [cast.student, 403],
      [cast.editor, 403],
      [cast.stranger, 404],
    ] as const) {
      const caller = await world.as(who)
      expect((await caller.call(attendance.change, { ...ask, mark: 'absent' })).status).toBe(want)
      expect((await caller.call(attendance.clear, ask)).status).toBe(want)
    }
    expect((await operator.call(attendance.change, { ...ask, reason: 'x'.repeat(101) })).status).toBe(422)
    expect((await operator.call(attendance.change, ask, { raw: { takenAt: 'now' } })).status).toBe(403)
    expect((await operator.call(attendance.one, ask)).body).toMatchObject({ mark: 'present', version: 1 })
    expect(await trail(ask.id)).toHaveLength(0)
  })
})

describe('marks that are sent late', () => {
  const on = '2026-02-24'
  const send = async (
    who: typeof operator,
    { where, studentId }: Awaited<ReturnType<typeof setUp>>,
    mark: Mark,
    markedAt: string,
  ) => await who.call(attendance.take, { ...where, on, marks: [{ studentId, mark }], markedAt })
  const setUp = async () => {
    const { ids, where } = await makeClass(1)
    return { where, studentId: ids[0] as string }
  }

  test('keep the time at which they were made', async () => {
    const { status, body } = await send(operator, await setUp(), 'present', '2026-02-24T21:37:00Z')
    expect([status, body]).toMatchObject([
      201,
      [{ mark: 'present', arrivedAt: '2026-02-24T21:37:00Z', takenAt: '2026-02-24T21:37:00Z' }],
    ])
  })

  test('don’t replace a mark made later, but replace one made earlier', async () => {
    const there = await setUp()
    await send(operator, there, 'absent', '2026-02-24T21:40:00Z')
    expect((await send(colleague, there, 'present', '2026-02-24T21:35:00Z')).body).toEqual([])
    expect(await rows(there.where.classId)).toMatchObject([{ mark: 'absent', takenBy: cast.operator.id }])
    expect((await send(colleague, there, 'present', '2026-02-24T21:45:00Z')).body).toMatchObject([
      { mark: 'present' },
    ])
  })

  test('get the class’s start time if their own time is in the future, and are refused if it is malformed', async () => {
    const there = await setUp()
    const { body } = await send(operator, there, 'present', '2199-01-01T00:00:00Z')
    expect(body).toMatchObject([{ arrivedAt: '2026-02-24T21:30:00Z' }])
    expect((await send(operator, there, 'present', 'yesterday')).status).toBe(422)
  })
})

describe('marks on other days', () => {
  const makeMark = async (on: string, mark: Mark, who = colleague) => {
    const { ids, where } = await makeClass(1)
    const day = { ...where, on }
    const { status, body } = await take(who, day, [[ids[0] as string, mark]])
    return {
      day,
      studentId: ids[0] as string,
      status,
      body,
      ask: { centerId: where.centerId, id: body[0]?._id as string },
    }
  }

  test('on a past day have the class’s own times instead of the current time', async () => {
    const { status, body, ask, day } = await makeMark(lastWeek, 'present', operator)
    expect([status, body]).toMatchObject([201, [{ arrivedAt: '2026-02-24T21:30:00Z', departedAt: null }]])
    const left = await operator.call(attendance.change, { ...ask, mark: 'pickup' })
    expect(left.body).toMatchObject({ arrivedAt: '2026-02-24T21:30:00Z', departedAt: '2026-02-24T22:45:00Z' })
    expect((await operator.call(attendance.roll, day)).body).toMatchObject({
      may: ['present', 'absent', 'pickup'],
      closed: null,
    })
  })

  test('can be corrected after 7 days only by a manager', async () => {
    const { status, body, day, ask, studentId } = await makeMark('2026-02-17', 'present')
    expect([status, body]).toMatchObject([201, [{ arrivedAt: '2026-02-17T21:30:00Z' }]])
    const { closed, may } = (await operator.call(attendance.roll, day)).body
    expect([may, closed]).toEqual([[], expect.stringContaining('Only a manager')])
    for (const answer of [
      await take(operator, day, [[studentId, 'absent']]),
      await operator.call(attendance.change, { ...ask, note: 'Late' }),
      await operator.call(attendance.clear, ask),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'not_now', message: closed } })
    expect((await colleague.call(attendance.roll, day)).body).toMatchObject({
      may: ['present', 'absent', 'pickup'],
      closed: null,
    })
    expect((await colleague.call(attendance.change, { ...ask, note: 'Late' })).body).toMatchObject({
      mark: 'present',
      version: 2,
    })
    expect((await colleague.call(attendance.clear, ask)).status).toBe(204)
  })

  test('on a future day can only be absence notices, which can be cleared', async () => {
    const { status, day, ask, studentId } = await makeMark('2026-03-10', 'absent', operator)
    expect(status).toBe(201)
    expect((await operator.call(attendance.one, ask)).body).toMatchObject({
      noticedAt: '2026-03-03T21:45:00Z',
    })
    const { closed, may } = (await operator.call(attendance.roll, day)).body
    expect([may, closed]).toEqual([['absent'], expect.stringContaining('met yet')])
    for (const mark of ['present', 'pickup'] as const) {
      const refusal = { status: 422, body: { code: 'not_yet', message: closed } }
      const errors = (path: string) => ({ body: { errors: [{ path }] } })
      for (const who of [operator, colleague]) {
        const taken = await take(who, day, [
          [studentId, 'absent'],
          [studentId, mark],
        ])
        expect(taken).toMatchObject(refusal)
        expect(taken).toMatchObject(errors('/marks/1/mark'))
        const changed = await who.call(attendance.change, { ...ask, mark })
        expect(changed).toMatchObject(refusal)
        expect(changed).toMatchObject(errors('/mark'))
      }
    }
    expect(
      (await operator.call(attendance.change, { ...ask, reason: 'Trip', excused: true })).body,
    ).toMatchObject({ reason: 'Trip' })
    expect((await operator.call(attendance.clear, ask)).status).toBe(204)
  })
})

describe('a device', () => {
  test('can mark a class around its scheduled time, and the mark records the device', async () => {
    const { ids, where } = await makeClass(1)
    expect((await device.call(attendance.roll, where)).status).toBe(200)
    const taken = await take(device, where, [[ids[0] as string, 'present']])
    expect(taken.status).toBe(201)
    expect(await rows(where.classId)).toMatchObject([{ takenBy: null, takenOn: cast.device.id }])
    expect(await trail(`${where.classId} ${today}`)).toMatchObject([
      { personId: null, deviceId: cast.device.id },
    ])
  })

  test('can mark on behalf of a teacher chosen on it, but only one of its own center', async () => {
    const { ids, where } = await makeClass(1)
    const make = (centerId: string) => world.database.write((db) => factories(db).teacher(centerId))
    const teacher = await make(where.centerId)
    const elsewhere = await make((await world.database.write((db) => factories(db).center())).id)
    const marking = (by: string, mark: 'present' | 'absent') =>
      device.call(attendance.take, { ...where, marks: [{ studentId: ids[0] as string, mark }], by })
    for (const by of [elsewhere.id, cast.operator.id, newId()])
      expect((await marking(by, 'present')).status).toBe(404)
    const { body } = await marking(teacher.id, 'present')
    expect(await rows(where.classId)).toMatchObject([{ takenBy: teacher.id, takenOn: cast.device.id }])
    expect(await trail(`${where.classId} ${today}`)).toMatchObject([
      { personId: teacher.id, deviceId: cast.device.id },
    ])
    const back = [{ studentId: ids[0] as string, mark: null, undoes: body[0]?.version ?? 0 }]
    expect((await device.call(attendance.take, { ...where, marks: back, by: teacher.id })).status).toBe(200)
    // A signed-in person takes precedence over the chosen teacher.
    await operator.call(attendance.take, {
      ...where,
      marks: [{ studentId: ids[0] as string, mark: 'present' }],
      by: teacher.id,
    })
    expect(await rows(where.classId)).toMatchObject([{ takenBy: cast.operator.id, takenOn: null }])
  })

  test.each([
    ['a correct clock can', `${today}T21:05:00Z`, `${today}T21:05:00Z`],
    // If the mark counted as made in the morning, the absence would be reported in advance: it would give a
    // make-up credit, and the parents wouldn't be notified.
    ['a clock that is hours slow can’t', `${today}T15:00:00Z`, null],
    ['a clock that is a day slow can’t', '2026-03-02T21:45:00Z', null],
  ])('with %s report an absence in advance while offline', async (_, markedAt, noticedAt) => {
    const { ids, where } = await makeClass(1)
    const marks = [{ studentId: ids[0] as string, mark: 'absent' as const }]
    const { status, body } = await device.call(attendance.take, { ...where, marks, markedAt })
    expect([status, body]).toMatchObject([201, [{ mark: 'absent', noticedAt }]])
  })

  // It is 16:45. Devices could mark this class until 16:00.
  test.each([
    ['succeeds if they were made while it could mark the class', `${today}T20:50:00Z`, 201],
    ['fails if they were made after that', `${today}T21:20:00Z`, 403],
  ])('sending marks more than an hour after the class ended %s', async (_, markedAt, want) => {
    const { ids, where } = await makeClass(1, { time: '14:00', minutes: 60 })
    const marks = [{ studentId: ids[0] as string, mark: 'present' as const }]
    expect((await device.call(attendance.take, { ...where, marks, markedAt })).status).toBe(want)
  })

  // It is Tuesday. The class met on Monday from 2:00 to 3:00 PM.
  test.each([
    ['succeeds if they were made while it could mark the class', '2026-03-02', '2026-03-02T19:10:00Z', 201],
    ['fails if they were made after that', '2026-03-02', '2026-03-02T21:01:00Z', 404],
    ['fails if they were made on another day', '2026-03-02', '2026-03-03T19:10:00Z', 404],
    ['fails without the time at which they were made', '2026-03-02', undefined, 404],
    ['fails if the class hasn’t met yet', '2026-03-09', '2026-03-09T18:10:00Z', 404],
    ['fails after more than 7 days', '2026-02-23', '2026-02-23T19:10:00Z', 403],
  ])('sending marks on a later day %s', async (_, on, markedAt, want) => {
    const { ids, where } = await makeClass(1, { day: 1, time: '14:00', minutes: 60 })
    const marks = [{ studentId: ids[0] as string, mark: 'present' as const }]
    const { status } = await device.call(attendance.take, { ...where, on, marks, markedAt })
    expect(status).toBe(want)
    expect(await rows(where.classId)).toMatchObject(
      want === 201 ? [{ arrivedAt: markedAt, takenOn: cast.device.id }] : [],
    )
    expect((await device.call(attendance.roll, { ...where, on })).status).toBe(404)
  })

  test('doesn’t replace a correction by the office with marks that it sends on a later day', async () => {
    const { ids, where } = await makeClass(1, { day: 1, time: '14:00', minutes: 60 })
    const monday = { ...where, on: '2026-03-02' }
    await take(operator, monday, [[ids[0] as string, 'absent']])
    const marks = [{ studentId: ids[0] as string, mark: 'present' as const }]
    await device.call(attendance.take, { ...monday, marks, markedAt: '2026-03-02T19:10:00Z' })
    expect(await rows(where.classId)).toMatchObject([{ mark: 'absent', takenBy: cast.operator.id }])
  })

  test('can clear its own and others’ marks, but can’t correct them', async () => {
    const { ids, where } = await makeClass(1)
    const studentId = ids[0] as string
    const { body } = await take(device, where, [[studentId, 'present']])
    const input = { centerId: where.centerId, id: body[0]?._id as string }
    expect((await device.call(attendance.change, { ...input, mark: 'absent' })).status).toBe(403)
    expect((await device.call(attendance.clear, input)).status).toBe(403)
    const undone = await device.call(attendance.take, {
      ...where,
      marks: [{ studentId, mark: null, undoes: 1 }],
    })
    expect([undone.status, undone.body]).toEqual([200, []])
    await take(operator, where, [[studentId, 'absent']])
    expect((await take(device, where, [[studentId, null]])).body).toEqual([])
    expect(await rows(where.classId)).toHaveLength(0)
  })

  test('never sees notes or family details, and doesn’t erase them', async () => {
    const { ids, where } = await makeClass(1)
    const studentId = ids[0] as string
    const { body } = await take(operator, where, [[studentId, 'pickup']])
    const input = { centerId: where.centerId, id: body[0]?._id as string }
    const facts = { pickedUpBy: 'Grandpa', reason: 'Flu', note: 'Custody: call first' }
    await operator.call(attendance.change, { ...input, ...facts, excused: true })
    const blank = { pickedUpBy: '', reason: '', note: '' }
    const secrets = /Grandpa|Flu|Custody/
    const one = await device.call(attendance.one, input)
    expect(one.body).toMatchObject({ ...blank, pickedUpBy: null, mark: 'pickup', excused: true })
    const again = await take(device, where, [[studentId, 'absent']])
    expect(again.body).toMatchObject([{ ...blank, pickedUpBy: null, mark: 'absent', excused: true }])
    const stale = await device.call(attendance.take, {
      ...where,
      marks: [{ studentId, mark: 'pickup', undoes: 2 }],
    })
    expect(stale.status).toBe(412)
    const undone = await device.call(attendance.take, {
      ...where,
      marks: [{ studentId, mark: 'pickup', undoes: 3 }],
    })
    expect(undone.status).toBe(200)
    for (const { text } of [one, again, stale, undone, await device.call(attendance.roll, where)])
      expect(text).not.toMatch(secrets)
    expect((await operator.call(attendance.one, input)).body).toMatchObject({
      ...facts,
      mark: 'pickup',
      excused: true,
    })
  })

  // The current time is 16:45.
  test.each([
    ['30 minutes before its start', '17:15', 60, 201],
    ['31 minutes before its start', '17:16', 60, 403],
    ['an hour after its end', '14:45', 60, 201],
    ['61 minutes after its end', '14:44', 60, 403],
  ])('marking a class %s (at %s for %i minutes) gets %i', async (_, time, minutes, want) => {
    const { ids, where } = await makeClass(1, { time, minutes })
    const answer = await take(device, where, [[ids[0] as string, 'present']])
    expect(answer.status).toBe(want)
    expect((await take(operator, where, [[ids[0] as string, 'present']])).status).toBe(
      want === 201 ? 200 : 201,
    )
    if (want !== 403) return
    expect(answer.body).toMatchObject({ code: 'not_now' })
    expect((await take(device, where, [[ids[0] as string, null]])).body).toMatchObject({ code: 'not_now' })
    expect((await device.call(attendance.roll, where)).body).toMatchObject({
      may: [],
      lines: [{ mark: 'present' }],
    })
  })

  test('can’t see or mark a class on another day', async () => {
    const { ids, where } = await makeClass(1)
    const before = { ...where, on: lastWeek }
    const { body } = await take(operator, before, [[ids[0] as string, 'present']])
    const input = { centerId: where.centerId, id: body[0]?._id as string }
    expect((await device.call(attendance.roll, before)).status).toBe(404)
    expect((await take(device, before, [[ids[0] as string, 'absent']])).status).toBe(404)
    expect((await device.call(attendance.one, input)).status).toBe(404)
    expect((await take(device, before, [[ids[0] as string, null]])).status).toBe(404)
  })
})
