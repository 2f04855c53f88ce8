import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { corrections } from '#features/practice/corrections/api.ts'
import { ownSections, ownWork } from '#features/practice/answering/api.ts'
import { givenWork } from '#features/practice/assigning/api.ts'
import { putWork } from '#features/practice/assigning/queries.ts'
import { questions } from '#features/questions/api.ts'
import type { AnswerKey } from '#features/questions/rules.ts'
import type { CenterId } from '#server/gate.ts'
import { factories } from '#tests/factories.ts'
import { type Caller, openWorld } from '#tests/world.ts'
import { givenAnswers } from '../answers/api.ts'
import { regrades } from './api.ts'

const world = await openWorld()
const { read, write } = world.database

function makeCast() {
  return write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    return {
      north: north.id as CenterId,
      south: south.id as CenterId,
      admin: await make.staff('admin', null),
      editor: await make.staff('editor', north.id),
      operator: await make.staff('operator', north.id),
      drifter: await make.staff('editor', null),
    }
  })
}

let cast: Awaited<ReturnType<typeof makeCast>>
let operator: Caller
let editor: Caller
beforeAll(async () => {
  cast = await makeCast()
  ;[operator, editor] = [await world.as(cast.operator), await world.as(cast.editor)]
})

const number = (value: string): AnswerKey => ({ kind: 'fr', parts: [{ kind: 'number', value }] })
const given = (text: string) => ({ kind: 'fr' as const, parts: [text] })

/** Creates a section of two questions. The first has the wrong key: 2 + 2 = 5. */
const asking = () =>
  write(async (db) => {
    const section = await factories(db).section()
    const [first] = await factories(db).questions(section.id, [
      { text: 'What is $2 + 2$?', value: '5' },
      { text: 'What is $3 + 3$?', value: '6' },
    ])
    return { ...section, questionId: first?.id ?? '' }
  })
type Asking = Awaited<ReturnType<typeof asking>>

type Doing = { kind?: 'homework' | 'test'; complete?: boolean; center?: CenterId }

/**
 * Creates work for a new student, with the given answers to the first question and a right answer to the
 * second.
 */
async function doing(
  section: Asking,
  answers: readonly string[],
  { kind = 'test', complete = true, center = cast.north }: Doing = {},
) {
  const id = newId()
  const someone = await write(async (db) => {
    const student = await factories(db).student(center)
    const ofLevel = kind === 'test' ? { levelId: section.levelId, chapterNum: 1 } : {}
    const assignment = { centerId: center, studentId: student.id, dueOn: null, assignedBy: cast.operator.id }
    await putWork(db, { ...assignment, ...ofLevel, id, kind, name: 'Sums', item: id, sections: [section.id] })
    return student
  })
  const caller = await world.as(someone)
  await caller.call(ownWork[kind].change, { id, state: 'started' })
  const answer = async (n: number, seq: number, text: string) => {
    const entry = { id, n, seq, answerId: newId(), given: given(text) }
    return kind === 'test'
      ? await caller.call(ownWork.test.answer, entry)
      : await caller.call(ownSections.answer, { ...entry, s: 1 })
  }
  for (const [at, text] of answers.entries()) await answer(1, at + 1, text)
  await answer(2, 1, '6')
  if (complete) await caller.call(ownWork[kind].change, { id, state: 'submitted' })
  return { id, kind, someone, caller, answer }
}
type Done = Awaited<ReturnType<typeof doing>>

/** Corrects the key, which creates a new revision of the question. */
async function correctKey({ questionId }: Asking, answers: AnswerKey = number('4'), content?: string) {
  const { body } = await editor.call(questions.one, { id: questionId })
  const { instructions, hint, variables, tests } = body
  const draft = {
    instructions,
    content: content ?? body.content,
    hint,
    variables,
    tests,
    visual: null,
    answers,
  }
  expect((await editor.call(questions.change, { id: questionId, ...draft })).status).toBe(200)
}

const look = async ({ questionId }: Asking, who = operator) =>
  (await who.call(regrades.look, { id: questionId })).body
const apply = async ({ questionId }: Asking, include: 'rising' | 'all', confirmFalls?: number) =>
  await operator.call(regrades.apply, { id: questionId, revision: 2, include, confirmFalls })
const item = async ({ caller, kind, id }: Done) => (await caller.call(ownWork[kind].item, { id })).body
const first = async ({ caller, kind, id }: Done) =>
  (await caller.call(ownWork[kind].question, { id, n: 1 })).body

describe('the preview of a regrade', () => {
  test('is empty until the key is corrected, and then lists each changed verdict and score, before and after', async () => {
    const section = await asking()
    const [wronged, lucky, same] = [
      await doing(section, ['4']),
      await doing(section, ['5']),
      await doing(section, ['7']),
    ]
    expect(await look(section)).toEqual({ revision: 1, answers: 0, rising: 0, falling: 0, changes: [] })
    await correctKey(section)
    const { changes, ...counts } = await look(section)
    expect(counts).toEqual({ revision: 2, answers: 3, rising: 1, falling: 1 })
    expect(changes.map(({ workId, before, after, falls }) => [workId, before, after, falls])).toEqual([
      [
        lucky.id,
        { status: 'correct', score: 1, work: 1 },
        { status: 'incorrect', score: 0, work: 0.5 },
        true,
      ],
      [
        wronged.id,
        { status: 'incorrect', score: 0, work: 0.5 },
        { status: 'correct', score: 1, work: 1 },
        false,
      ],
    ])
    expect(changes[0]).toMatchObject({
      studentId: lucky.someone.id,
      workName: 'Sums',
      given: given('5'),
      reworded: false,
    })
    expect(changes.some(({ workId }) => workId === same.id)).toBe(false)
  })

  test('only covers the caller’s own centers', async () => {
    const section = await asking()
    await doing(section, ['4'])
    await doing(section, ['4'], { center: cast.south })
    await correctKey(section)
    const counts = await Promise.all(
      [cast.admin, cast.operator, cast.editor, cast.drifter].map(
        async (who) => (await look(section, await world.as(who))).answers,
      ),
    )
    expect(counts).toEqual([2, 1, 1, 0])
    await apply(section, 'all')
    expect((await look(section, await world.as(cast.admin))).answers).toBe(1)
  })

  test('skips answers that don’t fit the new key, and indicates whether the question text has also changed', async () => {
    const shaped = await asking()
    await doing(shaped, ['4'])
    await correctKey(shaped, {
      kind: 'fr',
      parts: ['4', '1'].map((value) => ({ kind: 'number' as const, value })),
    })
    expect((await look(shaped)).answers).toBe(0)
    const reworded = await asking()
    await doing(reworded, ['4'])
    await correctKey(reworded, number('4'), 'What is $1 + 3$?')
    expect((await look(reworded)).changes).toMatchObject([{ reworded: true }])
  })

  test('is empty while the question isn’t finished, and is refused without permission', async () => {
    const section = await asking()
    const { caller } = await doing(section, ['4'])
    await correctKey(section)
    await write(
      (db) => db`update questions set status = 'error', faults = '{"No."}' where id = ${section.questionId}`,
    )
    expect((await look(section)).answers).toBe(0)
    expect((await caller.call(regrades.look, { id: section.questionId })).status).toBe(403)
    expect(
      (await caller.call(regrades.apply, { id: section.questionId, revision: 2, include: 'all' })).status,
    ).toBe(403)
    expect((await (await world.as(null)).call(regrades.look, { id: section.questionId })).status).toBe(401)
    expect((await operator.call(regrades.look, { id: newId() })).status).toBe(404)
    const odd = { id: section.questionId, revision: 2, include: 'some' }
    expect((await operator.call(regrades.apply, odd as never)).status).toBe(400)
    expect(
      (await operator.call(regrades.apply, { id: section.questionId, revision: 1, include: 'all' })).body,
    ).toMatchObject({
      code: 'not_current',
    })
  })
})

describe('a regrade', () => {
  test('raises scores that were too low, lowers none, and changes nothing the second time', async () => {
    const section = await asking()
    const [wronged, lucky] = [await doing(section, ['4']), await doing(section, ['5'])]
    expect(await item(wronged)).toMatchObject({ score: 0.5, correct: 1 })
    await correctKey(section)
    expect((await apply(section, 'rising')).body).toEqual({ answers: 1, rising: 1, falling: 0 })
    expect(await item(wronged)).toMatchObject({ score: 1, correct: 2, state: 'returned' })
    expect(await first(wronged)).toMatchObject({
      solved: true,
      verdict: { status: 'correct' },
      solution: given('4'),
    })
    expect(await item(lucky)).toMatchObject({ score: 1, correct: 2 })
    expect((await apply(section, 'rising')).body).toEqual({ answers: 0, rising: 0, falling: 0 })
    const trail =
      await read`select after from audit where action = 'grading.regrade' and entity_id = ${wronged.id}`
    expect(trail).toMatchObject([
      { after: { studentId: wronged.someone.id, num: 1, status: 'correct', score: 1, revision: 2 } },
    ])
    const [kept] =
      await read`select verdict ->> 'status' as first, regraded ->> 'status' as now from answers where work_id = ${wronged.id} and num = 1`
    expect(kept).toEqual({ first: 'incorrect', now: 'correct' })
    const { history } = (
      await operator.call(givenWork.test.question, { id: wronged.someone.id, itemId: wronged.id, n: 1 })
    ).body
    expect(history).toMatchObject([{ verdict: { status: 'correct' } }])
  })

  test('lowers a score only if the number of falling scores is confirmed', async () => {
    const section = await asking()
    const [one, other] = [await doing(section, ['5']), await doing(section, ['5'])]
    const wronged = await doing(section, ['4'])
    await correctKey(section)
    for (const confirmed of [undefined, 1, 3]) {
      const { status, body } = await apply(section, 'all', confirmed)
      expect([status, body]).toMatchObject([409, { code: 'falls', falling: 2 }])
    }
    expect(await item(wronged)).toMatchObject({ score: 0.5 })
    expect((await apply(section, 'all', 2)).body).toEqual({ answers: 3, rising: 1, falling: 2 })
    expect(await Promise.all([one, other, wronged].map(async (each) => (await item(each)).score))).toEqual([
      0.5, 0.5, 1,
    ])
    expect((await apply(section, 'all', 2)).body).toEqual({ answers: 0, rising: 0, falling: 0 })
  })

  test('keeps a person’s grade, which can still be changed afterward', async () => {
    const section = await asking()
    const it = await doing(section, ['4'])
    const grading = { id: it.someone.id, itemId: it.id, n: 1 }
    await operator.call(givenAnswers.test.grade, { ...grading, grade: 0.5 })
    await correctKey(section)
    expect((await look(section)).changes).toEqual([])
    expect((await apply(section, 'all')).body).toEqual({ answers: 1, rising: 0, falling: 0 })
    expect(await first(it)).toMatchObject({ solved: false, verdict: { status: 'partial', score: 0.5 } })
    await operator.call(givenAnswers.test.grade, { ...grading, grade: 0 })
    expect(await first(it)).toMatchObject({ verdict: { status: 'incorrect' } })
  })

  test('counts the first right answer in homework, and reopens questions of work in progress', async () => {
    const section = await asking()
    const done = await doing(section, ['3', '4', '6'], { kind: 'homework' })
    const open = await doing(section, ['5'], { kind: 'homework', complete: false })
    const tested = await doing(section, ['4'], { complete: false })
    await correctKey(section)
    expect((await apply(section, 'all', 1)).body).toEqual({ answers: 3, rising: 2, falling: 1 })
    expect(await first(done)).toMatchObject({ solved: true, given: given('4'), answers: 3 })
    expect(await item(done)).toMatchObject({ score: 1, correct: 2 })
    expect(await first(open)).toMatchObject({ solved: false, triesLeft: 2, state: 'started' })
    expect((await open.answer(1, 2, '4')).body).toMatchObject({
      verdict: { status: 'correct' },
      solved: true,
    })
    expect(await first(tested)).toMatchObject({ state: 'started', verdict: null })
    await tested.caller.call(ownWork.test.change, { id: tested.id, state: 'submitted' })
    expect(await item(tested)).toMatchObject({ score: 1, state: 'returned' })
  })

  test('makes the first right answer in homework count, whatever grade a later answer gets', async () => {
    const section = await asking()
    const done = await doing(section, ['4', ''], { kind: 'homework', complete: false })
    expect((await item(done)).answered).toBe(1)
    await correctKey(section)
    await apply(section, 'rising')
    expect((await item(done)).answered).toBe(2)
    await done.caller.call(ownWork.homework.change, { id: done.id, state: 'submitted' })
    expect(await item(done)).toMatchObject({ score: 1, correct: 2 })
    for (const grade of [0.5, null] as const) {
      expect(
        (
          await operator.call(givenAnswers.homework.grade, {
            id: done.someone.id,
            itemId: done.id,
            n: 1,
            grade,
          })
        ).status,
      ).toBe(200)
      expect(await item(done)).toMatchObject({ score: 1, correct: 2, state: 'returned' })
    }
  })

  test('updates the second score of a corrected test, and withdraws corrections that are no longer needed', async () => {
    const section = await asking()
    const [corrected, offered] = [await doing(section, ['4']), await doing(section, ['4'])]
    const taken = (await corrected.caller.call(corrections.take, { id: corrected.id })).body._id
    await corrected.caller.call(ownWork.homework.change, { id: taken, state: 'started' })
    await corrected.caller.call(ownWork.homework.change, { id: taken, state: 'submitted' })
    expect(await item(corrected)).toMatchObject({ score: 0.5, score2: 0.5 })
    const waiting = (await offered.caller.call(corrections.take, { id: offered.id })).body._id
    await correctKey(section)
    await apply(section, 'rising')
    expect(await item(corrected)).toMatchObject({ score: 1, score2: 1 })
    expect((await offered.caller.call(ownWork.homework.item, { id: waiting })).status).toBe(404)
  })
})

describe('concurrent changes', () => {
  test('two regrades at the same time take effect only once', async () => {
    const section = await asking()
    const wronged = await doing(section, ['4'])
    await correctKey(section)
    const both = await Promise.all([apply(section, 'rising'), apply(section, 'all')])
    expect(both.map(({ status, body }) => [status, body.answers]).toSorted()).toEqual([
      [200, 0],
      [200, 1],
    ])
    expect(
      await read`select 1 from audit where action = 'grading.regrade' and entity_id = ${wronged.id}`,
    ).toHaveLength(1)
  })

  test('an answer that arrives during a regrade is graded by the new key', async () => {
    for (let round = 0; round < 5; round += 1) {
      const section = await asking()
      const open = await doing(section, ['3'], { kind: 'homework', complete: false })
      await correctKey(section)
      const [, { status }] = await Promise.all([apply(section, 'all', 0), open.answer(1, 2, '4')])
      expect(status).toBe(200)
      await apply(section, 'all', 0)
      expect(await first(open)).toMatchObject({ answers: 2, solved: true })
    }
  })

  test('a test and its corrections can be regraded and graded twenty times without a deadlock', async () => {
    const section = await asking()
    const it = await doing(section, ['7'])
    const again = (await it.caller.call(corrections.take, { id: it.id })).body._id
    await it.caller.call(ownWork.homework.change, { id: again, state: 'started' })
    await it.caller.call(ownSections.answer, {
      id: again,
      s: 1,
      n: 1,
      seq: 1,
      answerId: newId(),
      given: given('7'),
    })
    await it.caller.call(ownWork.homework.change, { id: again, state: 'submitted' })
    for (let round = 0; round < 20; round += 1) {
      await correctKey(section, number(`${round + 20}`))
      const { revision } = await look(section)
      const grade = round % 2 === 0 ? 0.25 : 0.5
      const all = await Promise.all([
        operator.call(givenAnswers.homework.grade, { id: it.someone.id, itemId: again, n: 1, grade }),
        operator.call(regrades.apply, { id: section.questionId, revision, include: 'all', confirmFalls: 0 }),
        operator.call(givenAnswers.test.grade, { id: it.someone.id, itemId: it.id, n: 1, grade }),
      ])
      expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
    }
    expect(await item(it)).toMatchObject({ score: 0.75, score2: 0.75 })
  })
})
