import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { ownSections, ownWork } from '#features/practice/answering/api.ts'
import { givenWork } from '#features/practice/assigning/api.ts'
import { openGrading, text } from '#tests/grading-fixture.ts'
import { today } from '#tests/world.ts'
import { grading } from './api.ts'

const { world, cast, operator, handedIn, workRow, held } = await openGrading()
const unknown = newId()

const queue = async (caller = operator(), more = {}) =>
  (await caller.call(grading.queue, { centerId: cast().centerId, ...more })).body
const question = (caller = operator(), more = {}) =>
  caller.call(grading.question, {
    centerId: cast().centerId,
    questionId: cast().questionId,
    revision: 1,
    ...more,
  })
type Answers = { id: string; version: number }[]
const give = (answers: Answers, quarter: 0 | 0.25 | 0.5 | 0.75 | 1, more = {}, caller = operator()) =>
  caller.call(grading.grade, { centerId: cast().centerId, answers, grade: quarter, ...more })

describe('the grading queue', () => {
  test('lists answers to grade by question, oldest first, and graded work that isn’t returned yet', async () => {
    await handedIn()
    await handedIn({ kind: 'test' })
    const graded = await handedIn({ kind: 'test' })
    await give([{ id: graded.answerId, version: 1 }], 1)
    const { answers, questions, more, toReturn } = await queue()
    expect({ answers, more }).toEqual({ answers: 2, more: false })
    expect(questions).toEqual([
      expect.objectContaining({
        questionId: cast().questionId,
        answers: 2,
        kinds: ['homework', 'test'],
        section: 'Reasons',
        subject: 'Math',
      }),
    ])
    expect(questions[0]?.text).toContain('What is')
    expect(toReturn).toEqual([
      expect.objectContaining({ _id: graded.workId, kind: 'test', firstName: graded.student.firstName }),
    ])
  })

  test('can be limited to a class or a subject, and to today’s rosters on a tablet', async () => {
    const mine = await handedIn({ inClass: true })
    await handedIn()
    expect((await queue(operator(), { classId: cast().klass.id })).answers).toBe(1)
    expect((await queue(operator(), { subject: 'English' })).answers).toBe(0)
    const device = await world.as(cast().device)
    expect(await queue(device)).toMatchObject({ answers: 1, toReturn: [] })
    const { body } = await question(device)
    expect(body.alike.flatMap(({ answers }) => answers.map(({ _id }) => _id))).toEqual([mine.answerId])
    // Students on a break aren't expected, and nobody is expected while the center is closed.
    const { centerId } = cast()
    await world.database.write(
      (db) => db`
        insert into breaks (center_id, id, place_id, during)
        select center_id, gen_random_uuid(), id, daterange(${today}, null) from places where center_id = ${centerId} and student_id = ${mine.student.id}`,
    )
    expect((await queue(device)).answers).toBe(0)
    expect(
      (await device.call(givenWork.homework.item, { id: mine.student.id, itemId: mine.workId })).status,
    ).toBe(404)
    await world.database.write((db) => db`delete from breaks where center_id = ${centerId}`)
    expect((await queue(device)).answers).toBe(1)
    await world.database.write(
      (db) => db`insert into closures (center_id, held_on, name) values (${centerId}, ${today}, 'Snow')`,
    )
    expect((await queue(device)).answers).toBe(0)
    expect(
      (await device.call(givenWork.homework.item, { id: mine.student.id, itemId: mine.workId })).status,
    ).toBe(404)
  })

  test('leaves out work in progress, voided work and other centers’ work', async () => {
    const { workId } = await handedIn()
    await world.database.write((db) => db`update work set state = 'void' where id = ${workId}`)
    expect(await queue()).toMatchObject({ answers: 0, questions: [], toReturn: [] })
    const stranger = await world.as(cast().stranger)
    expect((await stranger.call(grading.queue, { centerId: cast().centerId })).status).toBe(404)
    expect((await question()).body).toEqual({ asked: null, alike: [], more: false })
    expect(
      (await operator().call(grading.queue, { centerId: cast().centerId, subject: 'Chess' as 'Math' }))
        .status,
    ).toBe(400)
  })
})

describe('a question to grade', () => {
  test('is shown as the student saw it, with its solution and with equal answers grouped, largest group first', async () => {
    await handedIn({ given: text('4', 'No idea') })
    const one = await handedIn({ given: text('4', 'Two and  two') })
    const other = await handedIn({ given: text('4', 'Two and two ') })
    const { body } = await question()
    expect(body.alike.map(({ answers }) => answers.length)).toEqual([2, 1])
    expect(body.alike[0]?.answers.map(({ studentId }) => studentId)).toEqual([
      one.student.id,
      other.student.id,
    ])
    expect(body).toMatchObject({ asked: { solution: { kind: 'fr' }, shown: { kind: 'fr' } }, more: false })
    expect(body.alike[1]?.answers[0]).toMatchObject({
      verdict: { status: 'ungraded' },
      kind: 'homework',
      workName: 'Reasons',
      version: 1,
    })
  })

  test('isn’t shown, and neither is its solution, if it has no answers to grade', async () => {
    const { answerId } = await handedIn()
    await give([{ id: answerId, version: 1 }], 1)
    const nothing = { status: 200, body: { asked: null, alike: [], more: false } }
    expect(await question()).toMatchObject(nothing)
    await handedIn()
    expect(await question(operator(), { revision: 9 })).toMatchObject(nothing)
    expect(await question(operator(), { variant: 3 })).toMatchObject(nothing)
    expect(await question(await world.as(cast().device))).toMatchObject(nothing)
    expect((await question(await world.as(cast().stranger))).status).toBe(404)
    expect((await question(operator(), { revision: 0 })).status).toBe(422)
  })
})

describe('a grade', () => {
  test('applies to the part that needs it, returns the homework, and keeps the automatic verdict', async () => {
    const { answerId, workId, student } = await handedIn()
    const { status, body } = await give([{ id: answerId, version: 1 }], 0.5, { comment: 'Say <why>.' })
    expect(status).toBe(200)
    expect(body.answers[0]).toMatchObject({
      grade: 0.5,
      gradedBy: expect.stringContaining('Olive'),
      state: 'returned',
      version: 2,
    })
    expect(await held(workId)).toEqual({ status: 'partial', score: 0.75, solved: false, waits: false })
    expect(await workRow(workId)).toMatchObject({
      state: 'returned',
      correct: 0,
      total: 1,
      score: 0.75,
      returnedAt: expect.any(String),
    })
    const [stored] = await world.database
      .read`select verdict ->> 'status' as machine from answers where id = ${answerId}`
    expect(stored).toEqual({ machine: 'ungraded' })
    const child = await world.as(student)
    const response = await child.call(ownSections.question, { id: workId, s: 1, n: 1 })
    expect(response.body).toMatchObject({
      verdict: { score: 0.75 },
      comment: { text: 'Say &lt;why&gt;.' },
      waits: false,
    })
    const [logged] = await world.database
      .read`select action, before, after from audit where entity_id = ${workId} and action like 'grading.%'`
    expect(logged).toMatchObject({
      action: 'grading.grade',
      before: { grade: null, studentId: student.id },
      after: { grade: 0.5, num: 1 },
    })
  })

  test('completes the grading of a test, and the student sees nothing until it is returned', async () => {
    const { answerId, workId, student } = await handedIn({ kind: 'test' })
    await give([{ id: answerId, version: 1 }], 1, { comment: 'Well put.' })
    expect(await workRow(workId)).toMatchObject({ state: 'graded', correct: 1, score: 1, returnedAt: null })
    const child = await world.as(student)
    const see = async () => (await child.call(ownWork.test.question, { id: workId, n: 1 })).body
    expect(await see()).toMatchObject({ verdict: null, comment: null })
    const back = await operator().call(grading.giveBack, { centerId: cast().centerId, works: [workId] })
    expect(back.body).toEqual({ returned: [workId] })
    expect(await workRow(workId)).toMatchObject({ state: 'returned', returnedAt: expect.any(String) })
    expect(await see()).toMatchObject({ verdict: { status: 'correct' }, comment: { text: 'Well put.' } })
  })

  test('can be given to several answers together, and applies to all of them or none', async () => {
    const many = [await handedIn(), await handedIn(), await handedIn()]
    const answers = many.map(({ answerId: id }) => ({ id, version: 1 }))
    expect((await give([...answers, { id: unknown, version: 1 }], 1)).status).toBe(404)
    expect(await workRow(many[0]?.workId ?? '')).toMatchObject({ state: 'submitted' })
    expect((await give(answers, 1)).body.answers).toHaveLength(3)
    for (const { workId } of many)
      expect(await workRow(workId)).toMatchObject({ state: 'returned', correct: 1 })
  })

  test('based on an older version is refused with the current state', async () => {
    const { answerId } = await handedIn()
    const answers = [{ id: answerId, version: 1 }]
    const colleague = await world.as(cast().colleague)
    await give(answers, 0.75, {}, colleague)
    const late = await give(answers, 0.25)
    expect(late).toMatchObject({ status: 412, body: { current: { answers: [{ grade: 0.75, version: 2 }] } } })
    expect((await give(answers, 0.75)).status).toBe(200)
    expect((await give([{ id: answerId, version: 2 }], 0.25)).body.answers[0]).toMatchObject({
      grade: 0.25,
      before: { grade: 0.75 },
    })
  })

  test('given by two people at the same moment succeeds for one and is refused for the other', async () => {
    const { answerId } = await handedIn()
    const colleague = await world.as(cast().colleague)
    const answers = [{ id: answerId, version: 1 }]
    const both = await Promise.all([give(answers, 1), give(answers, 0, {}, colleague)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
  })

  test('is possible only once the work is complete, and only for the last answer', async () => {
    const { answerId, workId } = await handedIn()
    await world.database.write(
      (db) => db`update work set state = 'started', submitted_at = null, correct = null where id = ${workId}`,
    )
    expect(await give([{ id: answerId, version: 1 }], 1)).toMatchObject({
      status: 409,
      body: { code: 'not_gradeable' },
    })
    await world.database.write(
      (db) => db`update work set state = 'submitted', submitted_at = now(), correct = 0 where id = ${workId}`,
    )
    await world.database.write((db) => db`update work_questions set answers = 2 where work_id = ${workId}`)
    expect(await give([{ id: answerId, version: 1 }], 1)).toMatchObject({
      status: 409,
      body: { code: 'answered_again' },
    })
  })

  test.each([
    ['no answers', { answers: [] }],
    [
      'a duplicate answer',
      {
        answers: [
          { id: unknown, version: 1 },
          { id: unknown, version: 1 },
        ],
      },
    ],
    ['a value of 0.33', { grade: 0.33 }],
    ['a value above 1', { grade: 1.25 }],
    ['an overlong comment', { comment: 'a'.repeat(1001) }],
  ])('with %s is refused', async (_, odd) => {
    const usual = { centerId: cast().centerId, answers: [{ id: unknown, version: 1 }], grade: 1 as const }
    const { centerId: __, ...raw } = { ...usual, ...odd }
    expect([400, 422]).toContain((await operator().call(grading.grade, usual, { raw })).status)
  })

  test('with a comment of a thousand angle brackets is accepted', async () => {
    const { answerId } = await handedIn()
    expect((await give([{ id: answerId, version: 1 }], 1, { comment: '<'.repeat(1000) })).status).toBe(200)
  })

  test('given on a tablet is accepted only for students expected today, and has no author', async () => {
    const [mine, other] = [await handedIn({ inClass: true }), await handedIn()]
    const device = await world.as(cast().device)
    const given = await give([{ id: mine.answerId, version: 1 }], 1, { comment: 'Well put.' }, device)
    expect(given.body.answers[0]).toMatchObject({ grade: 1, gradedBy: null, commentedBy: null })
    expect((await give([{ id: other.answerId, version: 1 }], 1, {}, device)).status).toBe(404)
    const child = await world.as(mine.student)
    const response = await child.call(ownSections.question, { id: mine.workId, s: 1, n: 1 })
    expect(response.body.comment).toMatchObject({ by: 'Your teacher' })
    const [logged] = await world.database
      .read`select device_id from audit where entity_id = ${mine.workId} and action = 'grading.grade'`
    expect(logged).toEqual({ deviceId: cast().device.id })
  })
})

describe('undoing a grade', () => {
  const undo = (answers: { id: string; version: number; grade: 0.5 | null; comment: string | null }[]) =>
    operator().call(grading.undo, { centerId: cast().centerId, answers })

  test('puts an answer back in the queue, and its homework back in grading', async () => {
    const { answerId, workId } = await handedIn()
    await give([{ id: answerId, version: 1 }], 1, { comment: 'Well put.' })
    const { body } = await undo([{ id: answerId, version: 2, grade: null, comment: null }])
    expect(body.answers[0]).toMatchObject({
      grade: null,
      comment: null,
      state: 'submitted',
      verdict: { status: 'ungraded' },
    })
    expect(await held(workId)).toMatchObject({ status: 'ungraded', solved: false, waits: true })
    expect(await workRow(workId)).toMatchObject({ state: 'submitted', gradedAt: null, returnedAt: null })
    expect((await queue()).answers).toBe(1)
  })

  test('restores the previous grade', async () => {
    const { answerId, workId } = await handedIn({ kind: 'test' })
    await give([{ id: answerId, version: 1 }], 0.5)
    await give([{ id: answerId, version: 2 }], 1)
    await undo([{ id: answerId, version: 3, grade: 0.5, comment: null }])
    expect(await held(workId)).toMatchObject({ score: 0.75, waits: false })
  })

  test('is refused after ten minutes, for a returned test, and for a different version', async () => {
    const { answerId, workId } = await handedIn({ kind: 'test' })
    await give([{ id: answerId, version: 1 }], 1)
    const back = { id: answerId, version: 2, grade: null, comment: null }
    expect((await undo([{ ...back, version: 1 }])).status).toBe(412)
    await operator().call(grading.giveBack, { centerId: cast().centerId, works: [workId] })
    expect(await undo([back])).toMatchObject({ status: 409, body: { code: 'not_undoable' } })
    await world.database.write((db) => db`update work set state = 'graded' where id = ${workId}`)
    await world.database.write(
      (db) => db`update answers set graded_at = now() - interval '11 minutes' where id = ${answerId}`,
    )
    expect(await undo([back])).toMatchObject({ status: 409, body: { code: 'not_undoable' } })
  })
})

describe('returning work', () => {
  test('is refused while answers need a grade, and repeating it has no further effect', async () => {
    const [one, other] = [await handedIn({ kind: 'test' }), await handedIn({ kind: 'test' })]
    await give([{ id: one.answerId, version: 1 }], 1)
    const back = (...works: string[]) =>
      operator().call(grading.giveBack, { centerId: cast().centerId, works })
    expect(await back(one.workId, other.workId)).toMatchObject({
      status: 409,
      body: { code: 'not_returnable', work: other.workId },
    })
    expect(await workRow(one.workId)).toMatchObject({ state: 'graded' })
    expect((await back(one.workId)).status).toBe(200)
    expect((await back(one.workId)).status).toBe(200)
    expect((await back(unknown)).status).toBe(404)
    expect(
      (
        await (
          await world.as(cast().device)
        ).call(grading.giveBack, { centerId: cast().centerId, works: [one.workId] })
      ).status,
    ).toBe(403)
  })
})
