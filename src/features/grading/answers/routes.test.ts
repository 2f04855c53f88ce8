import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { histories } from '#features/history/api.ts'
import { ownWork } from '#features/practice/answering/api.ts'
import { startWork } from '#features/practice/answering/queries.ts'
import { putWork } from '#features/practice/assigning/queries.ts'
import { factories } from '#tests/factories.ts'
import { openGrading, text } from '#tests/grading-fixture.ts'
import { grading } from '../api.ts'
import { givenAnswers, oneAnswer } from './api.ts'

const { world, cast, operator, handedIn, held } = await openGrading()
const unknown = newId()

/** Creates homework that a new student has started. */
function begun() {
  const { centerId, section, operator: by } = cast()
  return world.database.write(async (db) => {
    const student = await factories(db).student(centerId)
    const work = {
      centerId,
      id: newId(),
      kind: 'homework' as const,
      studentId: student.id,
      name: 'Reasons',
      dueOn: null,
      assignedBy: by.id,
    }
    await putWork(db, { ...work, item: section.id, sections: [section.id] })
    await startWork(db, work)
    return { student, id: work.id }
  })
}

describe('one answer', () => {
  test('can be graded and commented on by its position in a student’s work', async () => {
    const { answerId, workId, student } = await handedIn()
    const where = { id: student.id, itemId: workId, n: 1 }
    const { body } = await operator().call(
      givenAnswers.homework.grade,
      { ...where, grade: 1 },
      { headers: { 'if-match': '"1"' } },
    )
    expect(body).toMatchObject({ _id: answerId, grade: 1, state: 'returned', verdict: { status: 'correct' } })
    const late = await operator().call(
      givenAnswers.homework.grade,
      { ...where, grade: 0 },
      { headers: { 'if-match': '"1"' } },
    )
    expect(late).toMatchObject({ status: 412, body: { current: { grade: 1, version: 2 } } })
    expect((await operator().call(givenAnswers.homework.grade, where)).status).toBe(422)
    expect((await operator().call(givenAnswers.homework.grade, { ...where, n: 9, grade: 1 })).status).toBe(
      404,
    )
    expect((await operator().call(givenAnswers.test.grade, { ...where, grade: 1 })).status).toBe(404)
    expect(
      (await operator().call(givenAnswers.homework.grade, { ...where, grade: null })).body,
    ).toMatchObject({
      grade: null,
      state: 'submitted',
    })
  })

  test('is graded only if it is the one that was shown, so that nobody grades a newer answer by mistake', async () => {
    const { student, id } = await begun()
    const caller = await world.as(student)
    const answer = (seq: number, answerId: string) =>
      caller.call(ownWork.homework.answer, { id, n: 1, seq, answerId, given: text(String(seq), 'So.') })
    const [looked, later] = [newId(), newId()]
    await answer(1, looked)
    await answer(2, later)
    const where = { id: student.id, itemId: id, n: 1, comment: 'Look at the sign.' }
    const firstVersion = { headers: { 'if-match': '"1"' } }
    const late = await operator().call(
      givenAnswers.homework.grade,
      { ...where, answerId: looked },
      firstVersion,
    )
    expect(late).toMatchObject({ status: 409, body: { code: 'answered_again' } })
    const now = await operator().call(
      givenAnswers.homework.grade,
      { ...where, answerId: later },
      firstVersion,
    )
    expect(now).toMatchObject({ status: 200, body: { _id: later, comment: 'Look at the sign.' } })
  })

  test('that can’t be read keeps its homework in grading while an earlier answer needs a person’s grade', async () => {
    const { student, id } = await begun()
    const caller = await world.as(student)
    for (const [at, number] of ['4', '4/'].entries())
      await caller.call(ownWork.homework.answer, {
        id,
        n: 1,
        seq: at + 1,
        answerId: newId(),
        given: text(number, 'So.'),
      })
    expect((await caller.call(ownWork.homework.change, { id, state: 'submitted' })).body.state).toBe(
      'submitted',
    )
    for (const [grade, state] of [[1, 'returned'] as const, [null, 'submitted'] as const])
      expect(
        (await operator().call(givenAnswers.homework.grade, { id: student.id, itemId: id, n: 1, grade })).body
          .state,
      ).toBe(state)
  })

  test('can get a grade that overrules the automatic verdict', async () => {
    const { workId, student } = await handedIn({ given: text('5', 'Because.') })
    await operator().call(givenAnswers.homework.grade, { id: student.id, itemId: workId, n: 1, grade: 1 })
    expect(await held(workId)).toMatchObject({ status: 'partial', score: 0.5 })
  })

  test('must exist before its question can be graded', async () => {
    const { student, id } = await begun()
    const { status, body } = await operator().call(givenAnswers.homework.grade, {
      id: student.id,
      itemId: id,
      n: 1,
      grade: 1,
    })
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'not_answered' } })
  })

  test('can have a comment, and an empty text removes it', async () => {
    const { answerId, student } = await handedIn()
    const comment = (words: string, id = student.id) =>
      operator().call(oneAnswer.comment, { id, answerId, text: words })
    expect((await comment('Well put.')).body).toMatchObject({
      comment: 'Well put.',
      commentedBy: expect.stringContaining('Olive'),
      grade: null,
    })
    expect((await comment(' ')).body).toMatchObject({ comment: null, commentedBy: null })
    expect((await comment('a'.repeat(1001))).status).toBe(422)
    expect((await comment('Well put.', (await handedIn()).student.id)).status).toBe(404)
    expect(
      (
        await (
          await world.as(cast().stranger)
        ).call(oneAnswer.comment, { id: student.id, answerId, text: '' })
      ).status,
    ).toBe(404)
  })

  test('can be opened, graded and marked as seen in the classroom if its student is in today’s class', async () => {
    const { answerId } = await handedIn({ inClass: true })
    const where = { classId: cast().klass.id, answerId }
    const device = await world.as(cast().device)
    const { body } = await device.call(oneAnswer.open, where)
    expect(body).toMatchObject({
      given: { parts: ['4', 'Because.'] },
      machine: { status: 'ungraded' },
      solution: { kind: 'fr' },
      seenAt: null,
    })
    expect((await device.call(oneAnswer.change, { ...where, seen: true })).body).toMatchObject({
      seenAt: expect.any(String),
    })
    // Marking an answer as seen doesn't bump its version, so a comment that is still being written isn't
    // refused. A newer comment does bump it.
    const currentVersion = { headers: { 'if-match': `"${body.version}"` } }
    const change = { ...where, grade: 0.75 as const, comment: 'Nearly.' }
    expect((await device.call(oneAnswer.change, change, currentVersion)).body).toMatchObject({
      grade: 0.75,
      comment: 'Nearly.',
    })
    expect((await device.call(oneAnswer.change, { ...change, grade: 0.5 }, currentVersion)).status).toBe(412)
    expect((await device.call(oneAnswer.change, where)).status).toBe(422)
    const elsewhere = await handedIn()
    expect((await device.call(oneAnswer.open, { ...where, answerId: elsewhere.answerId })).status).toBe(404)
    expect((await operator().call(oneAnswer.open, { ...where, answerId: elsewhere.answerId })).status).toBe(
      404,
    )
    expect((await operator().call(oneAnswer.open, { ...where, classId: unknown })).status).toBe(404)
  })

  test('can be graded on a tablet in the name of the selected teacher, who must teach at its center', async () => {
    const { answerId, workId, student } = await handedIn({ inClass: true })
    const { centerId, operator: office, stranger, device: tablet } = cast()
    const [teacher, formerTeacher, elsewhere] = await world.database.write(async (db) => {
      const make = factories(db)
      const left = await make.teacher(centerId)
      await db`update staff set active = false where person_id = ${left.id}`
      return [await make.teacher(centerId), left, await make.teacher((await make.center()).id)] as const
    })
    const device = await world.as(tablet)
    const where = { id: student.id, itemId: workId, n: 1 }
    for (const by of [formerTeacher.id, elsewhere.id, office.id, stranger.id, student.id, unknown]) {
      expect((await device.call(givenAnswers.homework.grade, { ...where, grade: 1, by })).status).toBe(404)
      expect(
        (await device.call(oneAnswer.comment, { id: student.id, answerId, text: 'So?', by })).status,
      ).toBe(404)
      expect(
        (await device.call(oneAnswer.change, { classId: cast().klass.id, answerId, grade: 1, by })).status,
      ).toBe(404)
      expect(
        (
          await device.call(grading.grade, {
            centerId,
            answers: [{ id: answerId, version: 1 }],
            grade: 1,
            by,
          })
        ).status,
      ).toBe(404)
    }
    expect(
      (await device.call(givenAnswers.homework.grade, { ...where, grade: 0.5, by: teacher.id })).body
        .gradedBy,
    ).not.toBeNull()
    const trail = await world.database
      .read`select person_id, device_id from audit where entity_id = ${workId} and action = 'grading.grade'`
    expect(trail).toEqual([{ personId: teacher.id, deviceId: tablet.id }])
    // A personal sign-in takes precedence over the selected person.
    const { body } = await operator().call(givenAnswers.homework.grade, {
      ...where,
      grade: 1,
      by: teacher.id,
    })
    expect(body.gradedBy).toContain('Olive')
    const history = await operator().call(histories.of, { centerId, of: student.id })
    expect(history.body.history.map(({ by }) => by)).toEqual([
      expect.stringMatching(/^Olive/),
      expect.stringMatching(/\w+ on \w+/),
    ])
  })
})
