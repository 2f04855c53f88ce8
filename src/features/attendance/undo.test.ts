import { describe, expect, test } from 'vitest'
import { openRolls } from '#tests/roll-fixture.ts'
import { today, type Caller } from '#tests/world.ts'
import { attendance } from './api.ts'
import type { Mark } from '#features/schedule/rules.ts'

const { world, operator, colleague, makeClass, marked, take, rows, trail } = await openRolls()
type Where = Awaited<ReturnType<typeof marked>>['where']

describe('undoing a mark', () => {
  const undo = (who: Caller, where: Where, marks: [string, Mark | null, number][]) =>
    who.call(attendance.take, {
      ...where,
      marks: marks.map(([studentId, mark, undoes]) => ({ studentId, mark, undoes })),
    })

  /** Creates a mark with earlier times and other facts that an undo must restore. */
  async function longAgo() {
    const { ask, where, studentId } = await marked('present')
    await operator.call(attendance.change, {
      ...ask,
      mark: 'pickup',
      pickedUpBy: 'Grandpa',
      note: 'Left early',
    })
    await world.database.write(
      (db) => db`
        update attendances set arrived_at = '2026-03-03T21:02:00Z', departed_at = '2026-03-03T21:30:00Z' where id = ${ask.id}`,
    )
    const facts = {
      mark: 'pickup',
      arrivedAt: '2026-03-03T21:02:00Z',
      departedAt: '2026-03-03T21:30:00Z',
      pickedUpBy: 'Grandpa',
    }
    return { ask, where, studentId, facts }
  }

  test('restores the earlier facts, including times', async () => {
    const { ask, where, studentId, facts } = await longAgo()
    await take(operator, where, [[studentId, 'absent']])
    expect((await operator.call(attendance.one, ask)).body).toMatchObject({
      mark: 'absent',
      arrivedAt: null,
      pickedUpBy: null,
      version: 3,
    })
    const { status, body } = await undo(operator, where, [[studentId, 'pickup', 3]])
    expect([status, body]).toMatchObject([200, [{ ...facts, _id: ask.id, note: 'Left early', version: 4 }]])
    expect((await trail(`${where.classId} ${today}`)).at(-1)).toMatchObject({
      before: [{ mark: 'absent' }],
      after: [facts],
    })
  })

  test('restores an excuse', async () => {
    const { ask, where, studentId } = await marked('absent')
    await operator.call(attendance.change, { ...ask, excused: true, reason: 'Flu' })
    await take(operator, where, [[studentId, 'present']])
    expect((await undo(operator, where, [[studentId, 'absent', 3]])).body).toMatchObject([
      { mark: 'absent', arrivedAt: null, excused: true, reason: 'Flu' },
    ])
  })

  test('in a batch removes the marks of students who had none before, and restores the earlier marks of the others', async () => {
    const { ids, where } = await makeClass(3)
    const [a, b, c] = ids as [string, string, string]
    const first = await take(operator, where, [[b, 'absent']])
    await take(operator, where, [
      [a, 'present'],
      [b, 'present'],
      [c, 'pickup'],
    ])
    const undone = await undo(operator, where, [
      [a, null, 1],
      [b, 'absent', 2],
      [c, null, 1],
    ])
    expect([undone.status, undone.body]).toMatchObject([
      200,
      [{ _id: first.body[0]?._id, mark: 'absent', version: 3 }],
    ])
    expect(await rows(where.classId)).toHaveLength(1)
  })

  test('is refused as stale if someone else made the mark, or has changed or cleared it since', async () => {
    const { ids, where } = await makeClass(2)
    const [id, other] = ids as [string, string]
    await take(operator, where, [[id, 'present']])
    expect((await undo(colleague, where, [[id, null, 1]])).status).toBe(412)
    await take(colleague, where, [[id, 'present']])
    const late = await undo(operator, where, [[id, null, 1]])
    expect([late.status, late.body]).toMatchObject([
      412,
      { code: 'stale', current: { mark: 'present', version: 2 } },
    ])
    expect((await undo(operator, where, [[id, null, 2]])).status).toBe(412)
    // Like every batch, an undo is all or nothing.
    await take(operator, where, [[other, 'absent']])
    expect(
      (
        await undo(operator, where, [
          [other, null, 1],
          [id, null, 1],
        ])
      ).status,
    ).toBe(412)
    expect(await rows(where.classId)).toHaveLength(2)
    await take(colleague, where, [[id, null]])
    expect((await undo(operator, where, [[id, null, 1]])).status).toBe(412)
    // A new mark with the same version number is still a different mark.
    await take(colleague, where, [[id, 'absent']])
    expect((await undo(operator, where, [[id, null, 1]])).status).toBe(412)
    expect(await rows(where.classId)).toHaveLength(2)
  })

  test('accepts only a version, not times', async () => {
    const { where, studentId } = await marked()
    for (const [more, status] of [
      [{ undoes: 0 }, 422],
      [{ undoes: '1' }, 400],
      [{ undoes: 1.5 }, 400],
      [{ arrivedAt: '2026-03-03T20:00:00Z' }, 400],
    ] as const) {
      const raw = { classId: where.classId, on: today, marks: [{ studentId, mark: 'absent', ...more }] }
      expect((await operator.call(attendance.take, { ...where, marks: [] }, { raw })).status).toBe(status)
    }
  })

  test('is refused as stale after clearing the mark of a student who had none, because that changed nothing', async () => {
    const { ids, where } = await makeClass(1)
    const { status, body } = await take(operator, where, [[ids[0] as string, null]])
    expect([status, body]).toEqual([200, []])
    expect((await undo(operator, where, [[ids[0] as string, null, 1]])).status).toBe(412)
  })
})
