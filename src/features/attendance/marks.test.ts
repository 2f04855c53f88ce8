import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { openRolls } from '#tests/roll-stage.ts'
import { today } from '#tests/world.ts'
import { attendance } from './api.ts'
import type { Mark } from './rules.ts'

const { world, cast, operator, colleague, device, makeClass, take, rows, trail } = await openRolls()
const lastWeek = '2026-02-24'

async function marked(mark: Mark = 'present') {
  const { ids, where } = await makeClass(1)
  const { body } = await take(operator, where, [[ids[0] as string, mark]])
  return { where, studentId: ids[0] as string, ask: { centerId: where.centerId, id: body[0]?._id as string } }
}
const seen = (version: number) => ({ headers: { 'if-match': `"${version}"` } })

describe('one mark', () => {
  test('is read with its facts and version; not from another centre', async () => {
    const { ask, studentId } = await marked()
    const one = await colleague.call(attendance.one, ask)
    expect([one.status, one.headers['etag'], one.body]).toMatchObject([200, '"1"', { _id: ask.id, studentId, mark: 'present', on: today }])
    expect((await (await world.as(null)).call(attendance.one, ask)).status).toBe(401)
    expect((await (await world.as(cast.student)).call(attendance.one, ask)).status).toBe(403)
    expect((await (await world.as(cast.stranger)).call(attendance.one, ask)).status).toBe(404)
    expect((await operator.call(attendance.one, { ...ask, id: newId() })).status).toBe(404)
    expect((await operator.call(attendance.one, { ...ask, id: '1' })).status).toBe(400)
  })

  test('is changed with its reasons, and keeps what was not said', async () => {
    const { ask, studentId } = await marked('absent')
    const first = await operator.call(attendance.change, { ...ask, excused: true, reason: ' <flu> ' }, seen(1))
    expect([first.status, first.body]).toMatchObject([200, { mark: 'absent', excused: true, reason: '&lt;flu&gt;', version: 2 }])
    const second = await colleague.call(attendance.change, { ...ask, mark: 'present', pickedUpBy: 'Grandpa' })
    expect(second.body).toMatchObject({ studentId, mark: 'present', excused: true, pickedUpBy: 'Grandpa', version: 3 })
    expect(second.body.arrivedAt).not.toBeNull()
    expect(await trail(ask.id)).toMatchObject([
      { deed: 'attendance.change', personId: cast.operator.id, before: { excused: false }, after: { excused: true } },
      { deed: 'attendance.change', personId: cast.colleague.id, before: { mark: 'absent' }, after: { mark: 'present' } },
    ])
  })

  test('that somebody changed meanwhile is stale: 412 with the record as it is, and nothing changes', async () => {
    const { ask } = await marked()
    await colleague.call(attendance.change, { ...ask, note: 'Came late' }, seen(1))
    const late = await operator.call(attendance.change, { ...ask, note: 'On time' }, seen(1))
    expect([late.status, late.body]).toMatchObject([412, { code: 'stale', current: { _id: ask.id, note: 'Came late', version: 2 } }])
    expect((await operator.call(attendance.clear, ask, seen(1))).status).toBe(412)
    expect((await operator.call(attendance.change, { ...ask, note: 'x' }, { headers: { 'if-match': 'W/"2"' } })).status).toBe(412)
    expect((await operator.call(attendance.change, { ...ask, note: 'x' }, { headers: { 'if-match': '2' } })).status).toBe(400)
    expect((await operator.call(attendance.one, ask)).body).toMatchObject({ note: 'Came late', version: 2 })
    expect((await operator.call(attendance.change, { ...ask, note: 'On time' }, seen(2))).status).toBe(200)
    expect(await trail(ask.id)).toHaveLength(2)
  })

  test('is cleared to unmarked again, with its history', async () => {
    const { ask, where } = await marked()
    expect((await operator.call(attendance.clear, ask, seen(1))).status).toBe(204)
    expect((await operator.call(attendance.roll, where)).body.lines).toMatchObject([{ mark: null, attendanceId: null }])
    expect((await operator.call(attendance.clear, ask)).status).toBe(404)
    expect(await trail(ask.id)).toMatchObject([{ deed: 'attendance.clear', before: { mark: 'present' }, after: null }])
  })

  test('is changed and cleared by nobody else', async () => {
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
    expect((await operator.call(attendance.change, ask, { raw: { takenAt: 'now' } })).status).toBe(400)
    expect((await operator.call(attendance.one, ask)).body).toMatchObject({ mark: 'present', version: 1 })
    expect(await trail(ask.id)).toHaveLength(0)
  })
})

describe('a device', () => {
  test('marks a class around its time, as the device that it is', async () => {
    const { ids, where } = await makeClass(1)
    expect((await device.call(attendance.roll, where)).status).toBe(200)
    const taken = await take(device, where, [[ids[0] as string, 'present']])
    expect(taken.status).toBe(201)
    expect(await rows(where.classId)).toMatchObject([{ takenBy: null, takenOn: cast.device.id }])
    expect(await trail(`${where.classId} ${today}`)).toMatchObject([{ personId: null, deviceId: cast.device.id }])
    const ask = { centerId: where.centerId, id: taken.body[0]?._id as string }
    expect((await device.call(attendance.change, { ...ask, mark: 'absent' })).status).toBe(200)
    expect((await device.call(attendance.clear, ask)).status).toBe(204)
  })

  // It is 16:45.
  test.each([
    ['30 minutes before its start', '17:15', 60, 201],
    ['31 minutes before its start', '17:16', 60, 403],
    ['an hour after its end', '14:45', 60, 201],
    ['61 minutes after its end', '14:44', 60, 403],
  ])('%s: a class at %s of %i minutes gives %i', async (_, time, minutes, want) => {
    const { ids, where } = await makeClass(1, { time, minutes })
    const answer = await take(device, where, [[ids[0] as string, 'present']])
    expect(answer.status).toBe(want)
    expect((await take(operator, where, [[ids[0] as string, 'present']])).status).toBe(want === 201 ? 200 : 201)
    if (want !== 403) return
    expect(answer.body).toMatchObject({ code: 'not_now' })
    const { body } = await operator.call(attendance.roll, where)
    const ask = { centerId: where.centerId, id: body.lines[0]?.attendanceId as string }
    expect((await device.call(attendance.change, { ...ask, mark: 'absent' })).status).toBe(403)
    expect((await device.call(attendance.clear, ask)).status).toBe(403)
  })

  test('sees and marks nothing of another day', async () => {
    const { ids, where } = await makeClass(1)
    const before = { ...where, on: lastWeek }
    const { body } = await take(operator, before, [[ids[0] as string, 'present']])
    const ask = { centerId: where.centerId, id: body[0]?._id as string }
    expect((await device.call(attendance.roll, before)).status).toBe(404)
    expect((await take(device, before, [[ids[0] as string, 'absent']])).status).toBe(404)
    expect((await device.call(attendance.one, ask)).status).toBe(404)
    expect((await device.call(attendance.change, { ...ask, mark: 'absent' })).status).toBe(404)
    expect((await device.call(attendance.clear, ask)).status).toBe(404)
  })
})
