import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { ownWork } from '#features/practice/answering/api.ts'
import { givenWork } from '#features/practice/assigning/api.ts'
import type { WorkKind } from '#features/practice/rules.ts'
import type { Given } from '#features/questions/rules.ts'
import { openGrading, text } from '#tests/grading-fixture.ts'
import { grading } from '../api.ts'
import { lateAnswers } from './api.ts'

const { world, cast, operator, handedIn, held, workRow } = await openGrading()

/** Creates submitted work, and returns functions that send, read and accept a late answer to its question. */
async function late({ given = text('4', 'So.'), kind = 'test' }: { given?: Given; kind?: WorkKind } = {}) {
  const { student, workId } = await handedIn({ kind, given: text('5', 'No.') })
  const caller = await world.as(student)
  const answerId = newId()
  const send = (answer: Given = given, id = answerId, seq = 2) =>
    caller.call(ownWork[kind].answer, {
      id: workId,
      n: 1,
      seq,
      answerId: id,
      given: answer,
      typedAt: '2026-03-03T21:40:00Z',
    })
  const look = async () =>
    (await operator().call(givenWork[kind].question, { id: student.id, itemId: workId, n: 1 })).body
  const count = (counted: boolean, seen?: number) =>
    operator().call(
      lateAnswers.count,
      { id: student.id, answerId, counted },
      seen === undefined ? {} : { headers: { 'if-match': `"${seen}"` } },
    )
  return { student, workId, caller, answerId, send, look, count }
}

const trail = (id: string) =>
  world.database
    .read`select action, after from audit where entity_id = ${id} and action like 'grading.%' order by id`

describe('an answer that arrives after its work has ended', () => {
  test.each(['test', 'assessment', 'homework'] as const)(
    'is stored but doesn’t count; staff see it with its time (%s)',
    async (kind) => {
      const { workId, answerId, send, look } = await late({ kind })
      const before = [await held(workId), await workRow(workId)]
      const { status, body } = await send()
      expect([status, body]).toEqual([
        200,
        { seq: 2, late: true, verdict: null, triesLeft: null, solved: false, solution: null },
      ])
      expect([await held(workId), await workRow(workId)]).toEqual(before)
      const { history, late: came, given } = await look()
      expect(history).toHaveLength(1)
      expect(given).toEqual(text('5', 'No.'))
      expect(came).toMatchObject([
        { _id: answerId, seq: null, given: text('4', 'So.'), typedAt: '2026-03-03T21:40:00Z' },
      ])
    },
  )

  test('is stored once, however often it is sent, and is stored even if its sequence number is taken', async () => {
    const { send, look } = await late()
    const sent = await Promise.all(Array.from({ length: 5 }, () => send()))
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const other = newId()
    expect((await send(text('3', ''), other, 1)).body).toMatchObject({ late: true, seq: 1 })
    expect((await look()).late).toHaveLength(2)
  })

  test('counts as late only after the grace period, even if the work isn’t submitted yet', async () => {
    const { student, workId, send, look } = await late()
    await world.database.write(
      (db) => db`
        update work set state = 'started', submitted_at = null, returned_at = null, correct = null, total = null, minutes = 10,
          started_at = now() - interval '10 minutes 3 seconds' where id = ${workId}
      `,
    )
    expect((await send(text('6', ''), newId())).body.late, 'within the grace period').toBe(false)
    await world.database.write(
      (db) => db`update work set started_at = now() - interval '10 minutes 11 seconds' where id = ${workId}`,
    )
    expect((await send(text('4', ''), newId(), 3)).body.late).toBe(true)
    const { history, late: came } = await look()
    expect([history.length, came.length, student.id.length]).toEqual([2, 1, 36])
  })

  test('is refused for another student, a nonexistent question, the wrong shape, or an id that is taken', async () => {
    const { student, workId, caller, send } = await late()
    const { workId: others, answerId: taken } = await handedIn({ kind: 'test' })
    const input = { id: workId, n: 1, seq: 2, answerId: newId(), given: text('4', '') }
    expect((await caller.call(ownWork.test.answer, { ...input, id: others })).status).toBe(404)
    expect((await caller.call(ownWork.test.answer, { ...input, n: 2 })).status).toBe(404)
    expect((await caller.call(ownWork.assessment.answer, input)).status).toBe(404)
    expect((await send({ kind: 'mc', picked: [1] })).status).toBe(422)
    expect((await send(text('4', ''), taken)).status).toBe(409)
    await world.database.write((db) => db`update work set state = 'void' where id = ${workId}`)
    expect((await send()).status).toBe(404)
    expect(
      await world.database
        .read`select 1 from late_answers l join work w on w.id = l.work_id where w.student_id = ${student.id}`,
    ).toHaveLength(0)
  })
})

describe('accepting a late answer', () => {
  test('makes it count, updates the score, and can be reversed', async () => {
    const { student, workId, answerId, send, look, count } = await late()
    await send()
    const before = [await held(workId), await workRow(workId)]
    expect(before).toMatchObject([{ score: 0 }, { state: 'submitted', score: 0 }])
    const counted = await count(true, 1)
    expect([counted.status, counted.body]).toMatchObject([200, { _id: answerId, seq: 2, version: 2 }])
    expect([await held(workId), await workRow(workId)]).toMatchObject([
      { waits: true, score: 1 },
      { state: 'submitted', score: 1 },
    ])
    expect((await look()).history).toMatchObject([
      { _id: answerId, seq: 2, given: text('4', 'So.') },
      { seq: 1 },
    ])
    expect((await count(true)).body.version, 'a repeat changes nothing').toBe(2)
    expect(await count(false, 1)).toMatchObject({ status: 412, body: { current: { version: 2 } } })
    expect((await count(false)).body).toMatchObject({ seq: null })
    expect([await held(workId), await workRow(workId)]).toEqual(before)
    expect((await look()).history).toHaveLength(1)
    const about = { studentId: student.id, num: 1, answer: answerId }
    expect(await trail(workId)).toMatchObject([
      { action: 'grading.count', after: { ...about, counted: true } },
      { action: 'grading.count', after: { ...about, counted: false } },
    ])
  })

  test('is possible in homework, but never replaces a right answer', async () => {
    const { student, workId, answerId, send, count } = await late({ kind: 'homework' })
    const other = newId()
    await send()
    await send(text('5', ''), other)
    await count(true)
    await operator().call(grading.grade, {
      centerId: cast().centerId,
      answers: [{ id: answerId, version: 1 }],
      grade: 1,
    })
    const before = [await held(workId), await workRow(workId)]
    expect(before).toMatchObject([{ status: 'correct' }, { state: 'returned', correct: 1, score: 1 }])
    const again = await operator().call(lateAnswers.count, { id: student.id, answerId: other, counted: true })
    expect(again).toMatchObject({ status: 409, body: { code: 'right_already' } })
    expect([await held(workId), await workRow(workId)]).toEqual(before)
  })

  test('can’t be reversed once the answer has been graded', async () => {
    const { answerId, workId, send, count } = await late()
    await send()
    await count(true)
    await operator().call(grading.grade, {
      centerId: cast().centerId,
      answers: [{ id: answerId, version: 1 }],
      grade: 1,
    })
    expect(await held(workId)).toMatchObject({ status: 'correct' })
    expect(await count(false)).toMatchObject({ status: 409, body: { code: 'graded_since' } })
    expect(await send(), 'a repeat from the outbox').toMatchObject({ status: 200, body: { seq: 2 } })
  })

  test('is available only to staff who grade the student’s work', async () => {
    const { student, answerId, caller, send, count } = await late()
    await send()
    const input = { id: student.id, answerId, counted: true }
    expect((await caller.call(lateAnswers.count, input)).status).toBe(403)
    expect((await (await world.as(cast().stranger)).call(lateAnswers.count, input)).status).toBe(404)
    expect(
      (await (await world.as(cast().device)).call(lateAnswers.count, input)).status,
      'a student who isn’t expected today',
    ).toBe(404)
    expect(
      (await operator().call(lateAnswers.count, { ...input, id: (await handedIn()).student.id })).status,
    ).toBe(404)
    expect((await operator().call(lateAnswers.count, { ...input, answerId: newId() })).status).toBe(404)
    expect((await count(true)).status).toBe(200)
  })

  test('is refused before the work is submitted', async () => {
    const { workId, send, count } = await late()
    await send()
    await world.database.write(
      (db) =>
        db`update work set state = 'started', submitted_at = null, returned_at = null, correct = null, total = null where id = ${workId}`,
    )
    expect(await count(true)).toMatchObject({ status: 409, body: { code: 'not_gradeable' } })
  })
})
