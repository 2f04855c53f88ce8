import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openRolls } from '#tests/roll-fixture.ts'
import { today } from '#tests/world.ts'
import { attendance } from './api.ts'
import type { Mark } from '#features/schedule/rules.ts'

const { world, cast, operator, colleague, makeClass, take, rows, trail } = await openRolls()

describe('the roll', () => {
  test('shows everyone expected, with level, badge, break and mark, but not the waitlist', async () => {
    const { ids, where, klass } = await makeClass(2)
    const [first, second] = ids as [string, string]
    await world.database.write(async (db) => {
      const make = factories(db)
      const [waiting, makeUp, resting] = [
        await make.student(cast.north.id, { lastName: 'W' }),
        await make.student(cast.north.id, { lastName: 'M' }),
        await make.student(cast.north.id, { lastName: 'B' }),
      ]
      await make.place(klass, waiting.id, { type: 'waitlist' })
      await make.place(klass, makeUp.id, { type: 'make-up', startsOn: today, endsOn: today })
      await make.pause(await make.place(klass, resting.id), '2026-03-01', null)
    })
    await take(operator, where, [[first, 'absent']])
    const { status, body } = await colleague.call(attendance.roll, where)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      classId: where.classId,
      on: today,
      time: '16:30',
      endTime: '17:45',
      teacher: 'Tess Rivera',
    })
    expect(body.lines.map(({ lastName, badge, onBreak, mark }) => [lastName, badge, onBreak, mark])).toEqual([
      ['B', null, true, null],
      ['Last 0', null, false, 'absent'],
      ['Last 1', null, false, null],
      ['M', 'MU', false, null],
    ])
    expect(body.lines.find(({ studentId }) => studentId === second)).toMatchObject({
      level: 'Math 5',
      attendanceId: null,
    })
  })

  test('can be read only by staff of the center', async () => {
    const { where } = await makeClass(1)
    const status = async (who: Parameters<typeof world.as>[0], ask = where) =>
      (await (await world.as(who)).call(attendance.roll, ask)).status
    expect(await status(null)).toBe(401)
    expect(await status(cast.student)).toBe(403)
    expect(await status(cast.editor)).toBe(403)
    expect(await status(cast.stranger)).toBe(404)
    expect(await status(cast.operator, { ...where, classId: newId() })).toBe(404)
    expect(await status(cast.operator, { ...where, on: '2026-03-04' })).toBe(404)
    expect(await status(cast.operator, { ...where, on: '2026-02-30' })).toBe(422)
    expect(await status(cast.operator, { ...where, classId: 'x' })).toBe(400)
  })
})

describe('taking marks', () => {
  test('returns 201 for a new mark and 200 for later ones, which update the same row and add history', async () => {
    const { ids, where } = await makeClass(1)
    const [id] = ids as [string]
    const first = await take(operator, where, [[id, 'present']])
    expect([first.status, first.body]).toMatchObject([
      201,
      [{ studentId: id, mark: 'present', version: 1, excused: false, note: '' }],
    ])
    expect(first.body[0]?.arrivedAt).not.toBeNull()
    const again = await take(operator, where, [[id, 'present']])
    expect([again.status, again.body[0]?.arrivedAt]).toEqual([200, first.body[0]?.arrivedAt])
    const picked = await take(colleague, where, [[id, 'pickup']])
    expect([picked.status, picked.body]).toMatchObject([
      200,
      [{ mark: 'pickup', arrivedAt: first.body[0]?.arrivedAt, version: 3 }],
    ])
    expect(picked.body[0]?.departedAt).not.toBeNull()
    expect(await rows(where.classId)).toMatchObject([
      { mark: 'pickup', takenBy: cast.colleague.id, version: 3 },
    ])
    expect(await trail(`${where.classId} ${today}`)).toMatchObject([
      {
        action: 'attendance.take',
        personId: cast.operator.id,
        before: [],
        after: [{ studentId: id, mark: 'present' }],
      },
      { action: 'attendance.take', personId: cast.operator.id, before: [{ mark: 'present' }] },
      {
        action: 'attendance.take',
        personId: cast.colleague.id,
        before: [{ mark: 'present' }],
        after: [{ mark: 'pickup' }],
      },
    ])
  })

  test('in a batch adds one history row, and returns 201 if any mark is new', async () => {
    const { ids, where } = await makeClass(3)
    const [a, b, c] = ids as [string, string, string]
    expect((await take(operator, where, [[a, 'present']])).status).toBe(201)
    const batch = await take(operator, where, [
      [a, 'absent'],
      [b, 'present'],
      [c, 'pickup'],
    ])
    expect(batch.status).toBe(201)
    expect(new Map(batch.body.map(({ studentId, mark }) => [studentId, mark]))).toEqual(
      new Map([
        [a, 'absent'],
        [b, 'present'],
        [c, 'pickup'],
      ]),
    )
    expect(await trail(`${where.classId} ${today}`)).toHaveLength(2)
  })

  test('in a batch that includes a student from another class marks nobody', async () => {
    const { ids, where } = await makeClass(2)
    for (const stranger of [cast.elsewhere.id, cast.student.id, newId()]) {
      const answer = await take(operator, where, [
        [ids[0] as string, 'present'],
        [stranger, 'present'],
        [ids[1] as string, 'present'],
      ])
      expect([answer.status, answer.body]).toMatchObject([
        422,
        { code: 'not_on_roll', errors: [{ path: '/marks/1/studentId' }] },
      ])
    }
    expect(await rows(where.classId)).toHaveLength(0)
    expect(await trail(`${where.classId} ${today}`)).toHaveLength(0)
  })

  test('in a batch that lists a student twice keeps the later mark', async () => {
    const { ids, where } = await makeClass(1)
    const [id] = ids as [string]
    const answer = await take(operator, where, [
      [id, 'present'],
      [id, 'absent'],
    ])
    expect(answer.body).toMatchObject([{ mark: 'absent', version: 1 }])
  })

  test('again with the same Idempotency-Key has no further effect', async () => {
    const { ids, where } = await makeClass(1)
    const input = { ...where, marks: [{ studentId: ids[0] as string, mark: 'present' as const }] }
    const headers = { 'idempotency-key': newId() }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => operator.call(attendance.take, input, { headers })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await rows(where.classId)).toMatchObject([{ version: 1 }])
    expect(await trail(`${where.classId} ${today}`)).toHaveLength(1)
  })

  test('is allowed for a student who came despite being on a break', async () => {
    const { where, klass } = await makeClass(0)
    const id = await world.database.write(async (db) => {
      const make = factories(db)
      const someone = await make.student(cast.north.id)
      await make.pause(await make.place(klass, someone.id), '2026-03-01', '2026-03-31')
      return someone.id
    })
    expect((await take(operator, where, [[id, 'present']])).status).toBe(201)
  })

  test('is allowed only for staff of the center', async () => {
    const { ids, where } = await makeClass(1)
    const status = async (who: Parameters<typeof world.as>[0], ask = where) =>
      (await take(await world.as(who), ask, [[ids[0] as string, 'present']])).status
    expect(await status(null)).toBe(401)
    expect(await status(cast.student)).toBe(403)
    expect(await status(cast.editor)).toBe(403)
    expect(await status(cast.stranger)).toBe(404)
    expect(await status(cast.operator, { ...where, on: '2026-03-04' })).toBe(404)
    expect(await status(cast.operator, { ...where, classId: newId() })).toBe(404)
    expect(await rows(where.classId)).toHaveLength(0)
  })

  test('is refused if a mark is invalid, with an error that names its path', async () => {
    const { ids, where } = await makeClass(1)
    const [studentId] = ids as [string]
    const send = async (raw: object) => {
      const { status, body } = await operator.call(attendance.take, { ...where, marks: [] }, { raw })
      return [status, (body as unknown as { errors?: { path: string }[] }).errors?.[0]?.path]
    }
    const query = { classId: where.classId, on: today }
    expect(await send({ ...query, marks: [] })).toEqual([422, '/marks'])
    expect(
      await send({ ...query, marks: Array.from({ length: 101 }, () => ({ studentId, mark: 'present' })) }),
    ).toEqual([422, '/marks'])
    expect(await send({ ...query, marks: [{ studentId, mark: 'late' }] })).toEqual([400, '/marks/0/mark'])
    expect((await send({ ...query, marks: [{ studentId, mark: 'present', excused: true }] }))[0]).toBe(400)
    expect((await send({ ...query, marks: [{ studentId: 'me', mark: 'present' }] }))[0]).toBe(400)
    expect((await send({ ...query, marks: { studentId, mark: 'present' } }))[0]).toBe(400)
    expect(await rows(where.classId)).toHaveLength(0)
  })
})

describe('two people taking attendance at the same time', () => {
  test('leave one row, and both see the same mark', async () => {
    const { ids, where } = await makeClass(1)
    const [id] = ids as [string]
    const marks: Mark[] = ['present', 'absent', 'present', 'absent', 'present', 'absent', 'present', 'absent']
    const answers = await Promise.all(
      marks.map((mark, n) => take(n % 2 ? colleague : operator, where, [[id, mark]])),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
    expect(answers.map(({ body }) => body[0]?.version).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const last = answers.find(({ body }) => body[0]?.version === marks.length)
    expect(await rows(where.classId)).toMatchObject([{ mark: last?.body[0]?.mark, version: marks.length }])
    for (const who of [operator, colleague])
      expect((await who.call(attendance.roll, where)).body.lines).toMatchObject([
        { mark: last?.body[0]?.mark },
      ])
    expect(await trail(`${where.classId} ${today}`)).toHaveLength(marks.length)
  })

  test('record an arrival if one marks a student as present and the other marks the same student as picked up, and the history keeps both marks', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { ids, where } = await makeClass(1)
      const [id] = ids as [string]
      await Promise.all([take(operator, where, [[id, 'present']]), take(colleague, where, [[id, 'pickup']])])
      const [first, second] = await trail(`${where.classId} ${today}`)
      expect([first?.before, second?.before]).toMatchObject([[], [{ mark: first?.after[0].mark }]])
      const [row] = await rows(where.classId)
      expect(row?.arrivedAt).not.toBeNull()
    }
  })

  test('don’t deadlock when sending batches in opposite order', async () => {
    const { ids, where } = await makeClass(8)
    const batch = (mark: Mark, order: readonly string[]) => order.map((id): [string, Mark] => [id, mark])
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        take(
          n % 2 ? colleague : operator,
          where,
          n % 2 ? batch('absent', ids.toReversed()) : batch('present', ids),
        ),
      ),
    )
    expect(answers.filter(({ status }) => status >= 300)).toEqual([])
    const left = await rows(where.classId)
    expect(left).toHaveLength(8)
    expect(new Set(left.map(({ mark }) => mark as string)).size).toBe(1)
  })
})
