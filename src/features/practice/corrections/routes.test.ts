import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { type Caller, openWorld, type SomeoneKnown } from '#tests/world.ts'
import { practice } from '../api.ts'
import { ownSections, ownWork } from '../answering/api.ts'
import { givenWork } from '../assigning/api.ts'
import { putWork } from '../assigning/queries.ts'
import { corrections } from './api.ts'

const world = await openWorld()
const { read, write } = world.database

const drawn = {
  given: [{ name: 'a', from: '2', to: '9', step: '1' }],
  derived: [],
  constraints: [],
}

function makeCast() {
  return write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const first = await make.section({ name: 'First' })
    const second = { ...(await make.section({ name: 'Second' })), levelId: first.levelId }
    const drawing = { kind: 'fr' as const, parts: [{ kind: 'number' as const, value: '{{a + 1}}' }] }
    await make.questions(first.id, [
      { text: 'What is $1 + 1$?', value: '2', steps: ['Count on.'] },
      { text: 'What is $2 + 2$?', value: '4' },
      { text: 'What is ${{a}} + 1$?', key: drawing, variables: drawn },
    ])
    const [only] = await make.questions(second.id, [{ text: 'What is $3 + 3$?', value: '6' }])
    return {
      north,
      first,
      second,
      onlyId: only?.id ?? '',
      operator: await make.staff('operator', north.id),
      manager: await make.staff('manager', north.id),
      stranger: await make.staff('operator', south.id),
    }
  })
}

let cast: Awaited<ReturnType<typeof makeCast>>
let operator: Caller
beforeAll(async () => {
  cast = await makeCast()
  operator = await world.as(cast.operator)
})

type Tested = { someone: SomeoneKnown & { id: string }; caller: Caller; id: string }

/**
 * Creates a four-question test that a new student starts and answers as given, by question number. The
 * student hands it in unless `complete` is false.
 */
async function tested(answers: Record<number, string>, { complete = true } = {}): Promise<Tested> {
  const id = newId()
  const someone = await write(async (db) => {
    const student = await factories(db).student(cast.north.id)
    const given = {
      centerId: cast.north.id as never,
      studentId: student.id,
      dueOn: null,
      assignedBy: cast.operator.id,
    }
    const sections = [cast.first.id, cast.second.id]
    await putWork(db, {
      ...given,
      id,
      kind: 'test',
      name: 'Sums',
      item: id,
      levelId: cast.first.levelId,
      chapterNum: 1,
      sections,
    })
    return student
  })
  const caller = await world.as(someone)
  await caller.call(ownWork.test.change, { id, state: 'started' })
  for (const [n, text] of Object.entries(answers))
    await caller.call(ownWork.test.answer, {
      id,
      n: Number(n),
      seq: 1,
      answerId: newId(),
      given: { kind: 'fr', parts: [text] },
    })
  if (complete) await caller.call(ownWork.test.change, { id, state: 'submitted' })
  return { someone, caller, id }
}

const pinned = async (id: string) =>
  await read<{ num: number; questionId: string; variant: number | null }[]>`
    select num, question_id, variant from work_questions where work_id = ${id} order by num
  `
const answering =
  ({ caller }: Tested, id: string) =>
  (s: number, n: number, text: string) =>
    caller.call(ownSections.answer, {
      id,
      s,
      n,
      seq: 1,
      answerId: newId(),
      given: { kind: 'fr', parts: [text] },
    })
const scoresOf = async (id: string) =>
  (await read`select score::float8 as score, score2::float8 as score2 from work where id = ${id}`)[0] as {
    score: number
    score2: number | null
  }

describe('corrections', () => {
  test('contain the questions that were answered wrong on the test, by section, with three tries and immediate verdicts', async () => {
    const it = await tested({ 1: '2', 2: '5' })
    const { status, body } = await it.caller.call(corrections.take, { id: it.id })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      kind: 'homework',
      name: 'Corrections for Sums',
      state: 'assigned',
      corrects: it.id,
      questions: 3,
    })
    const begun = await it.caller.call(ownWork.homework.change, { id: body._id, state: 'started' })
    expect(begun.body.questions).toBe(3)
    expect(begun.body.sections.map(({ name, questions }) => [name, questions.length])).toEqual([
      ['First', 2],
      ['Second', 1],
    ])
    const wrong = await answering(it, body._id)(1, 1, '5')
    expect(wrong.body).toMatchObject({ verdict: { status: 'incorrect' }, triesLeft: 2 })
  })

  test('use a different variant of a random question than the test did', async () => {
    for (let round = 0; round < 6; round += 1) {
      const it = await tested({ 1: '2', 2: '4', 4: '6' })
      const { body } = await it.caller.call(corrections.take, { id: it.id })
      await it.caller.call(ownWork.homework.change, { id: body._id, state: 'started' })
      const before = (await pinned(it.id))[2]
      const [now, ...more] = await pinned(body._id)
      expect(more).toEqual([])
      expect(now?.questionId).toBe(before?.questionId)
      expect(now?.variant).not.toBeNull()
      expect(now?.variant).not.toBe(before?.variant)
    }
  })

  test('use the test’s version of a question while its author is changing it', async () => {
    const it = await tested({ 1: '2', 2: '4', 3: '0' })
    const { body } = await it.caller.call(corrections.take, { id: it.id })
    await write(
      (db) => db`update questions set status = 'error', faults = '{"No key."}' where id = ${cast.onlyId}`,
    )
    const begun = await it.caller.call(ownWork.homework.change, { id: body._id, state: 'started' })
    await write((db) => db`update questions set status = 'warn', faults = '{}' where id = ${cast.onlyId}`)
    expect(begun.body.questions).toBe(2)
  })
})

describe('completed corrections', () => {
  test('give the test a second score, keep its first, and show its solutions', async () => {
    const it = await tested({ 1: '2', 2: '5' })
    const question = () => it.caller.call(ownWork.test.question, { id: it.id, n: 2 })
    const { body } = await it.caller.call(corrections.take, { id: it.id })
    await it.caller.call(ownWork.homework.change, { id: body._id, state: 'started' })
    await answering(it, body._id)(1, 1, '4')
    expect((await question()).body.solution).toBeNull()
    expect((await it.caller.call(ownWork.test.item, { id: it.id })).body).toMatchObject({
      score: 0.25,
      score2: null,
    })
    await it.caller.call(ownWork.homework.change, { id: body._id, state: 'submitted' })
    expect((await it.caller.call(ownWork.test.item, { id: it.id })).body).toMatchObject({
      score: 0.25,
      score2: 0.5,
    })
    expect((await question()).body.solution).toEqual({ kind: 'fr', parts: ['4'] })
  })

  test('can be voided together with the second score, and assigned again afterward', async () => {
    const it = await tested({ 1: '2' })
    const { body } = await operator.call(corrections.give, { id: it.someone.id, itemId: it.id })
    await it.caller.call(ownWork.homework.change, { id: body._id, state: 'started' })
    await it.caller.call(ownWork.homework.change, { id: body._id, state: 'submitted' })
    expect(await scoresOf(it.id)).toEqual({ score: 0.25, score2: 0.25 })
    const manager = await world.as(cast.manager)
    await manager.call(givenWork.homework.change, { id: it.someone.id, itemId: body._id, state: 'void' })
    expect(await scoresOf(it.id)).toEqual({ score: 0.25, score2: null })
    expect((await it.caller.call(corrections.take, { id: it.id })).status).toBe(201)
  })
})

describe('if a test is voided', () => {
  test.each(['assigned', 'started'] as const)(
    'its open corrections (%s) are voided with it, and the history records it',
    async (state) => {
      const it = await tested({ 1: '2' })
      const { body } = await it.caller.call(corrections.take, { id: it.id })
      if (state === 'started') await it.caller.call(ownWork.homework.change, { id: body._id, state })
      const manager = await world.as(cast.manager)
      expect(
        (await manager.call(givenWork.test.change, { id: it.someone.id, itemId: it.id, state: 'void' }))
          .status,
      ).toBe(200)
      expect((await it.caller.call(practice.self, {})).body.work).toEqual([])
      const [last] =
        await read`select action, before, after from audit where entity_id = ${body._id} order by id desc limit 1`
      expect(last).toMatchObject({ action: 'practice.change', before: { state }, after: { state: 'void' } })
    },
  )

  test('its completed corrections are kept', async () => {
    const it = await tested({ 1: '2' })
    const { body } = await it.caller.call(corrections.take, { id: it.id })
    for (const state of ['started', 'submitted'] as const)
      await it.caller.call(ownWork.homework.change, { id: body._id, state })
    const manager = await world.as(cast.manager)
    await manager.call(givenWork.test.change, { id: it.someone.id, itemId: it.id, state: 'void' })
    expect((await it.caller.call(practice.self, {})).body.work).toMatchObject([
      { _id: body._id, state: 'returned' },
    ])
  })
})

describe('giving corrections', () => {
  test('is possible for staff of the center, appears in the history, and can be undone by withdrawing them', async () => {
    const it = await tested({ 1: '2' })
    const input = { id: it.someone.id, itemId: it.id }
    const { status, body } = await operator.call(corrections.give, input)
    expect(status).toBe(201)
    const trail = await read`select action from audit where entity_id = ${body._id}`
    expect(trail.map(({ action }) => action as string)).toEqual(['practice.assign'])
    const { body: self } = await it.caller.call(practice.self, {})
    expect(self.work.find(({ corrects }) => corrects === it.id)?._id).toBe(body._id)
    expect(
      (await operator.call(givenWork.homework.withdraw, { id: it.someone.id, itemId: body._id })).status,
    ).toBe(204)
    expect((await operator.call(corrections.give, input)).status).toBe(201)
  })

  test('is refused without a session, from another center, for another student’s test, and for homework', async () => {
    const it = await tested({ 1: '2' })
    const other = await tested({ 1: '2' })
    const input = { id: it.someone.id, itemId: it.id }
    expect((await (await world.as(null)).call(corrections.give, input)).status).toBe(401)
    expect((await it.caller.call(corrections.give, input)).status).toBe(403)
    expect((await operator.call(corrections.take, { id: it.id })).status).toBe(403)
    expect((await (await world.as(cast.stranger)).call(corrections.give, input)).status).toBe(404)
    expect((await other.caller.call(corrections.take, { id: it.id })).status).toBe(404)
    expect((await operator.call(corrections.give, { ...input, itemId: newId() })).status).toBe(404)
    const { body } = await it.caller.call(corrections.take, { id: it.id })
    expect((await it.caller.call(corrections.take, { id: body._id })).status).toBe(404)
    expect((await it.caller.call(corrections.take, { id: 'no id' })).status).toBe(400)
  })

  test('is refused before the test is returned, if everything was right, and if corrections are open or done', async () => {
    const code = async ({ caller, id }: Tested) => {
      const { status, body } = await caller.call(corrections.take, { id })
      return [status, (body as { code?: string }).code]
    }
    expect(await code(await tested({ 1: '2' }, { complete: false }))).toEqual([409, 'not_returned'])
    const right = await tested({ 1: '2', 2: '4', 4: '6' }, { complete: false })
    await write((db) => db`update work_questions set solved = true where work_id = ${right.id}`)
    await right.caller.call(ownWork.test.change, { id: right.id, state: 'submitted' })
    expect(await code(right)).toEqual([409, 'nothing_wrong'])
    const it = await tested({ 1: '2' })
    const { body } = await it.caller.call(corrections.take, { id: it.id })
    expect(await code(it)).toEqual([409, 'open_already'])
    await it.caller.call(ownWork.homework.change, { id: body._id, state: 'started' })
    await it.caller.call(ownWork.homework.change, { id: body._id, state: 'submitted' })
    expect(await code(it)).toEqual([409, 'corrected_already'])
  })

  test('happens only once, even if the student and staff request it at the same moment', async () => {
    const it = await tested({ 1: '2' })
    const both = await Promise.all([
      operator.call(corrections.give, { id: it.someone.id, itemId: it.id }),
      it.caller.call(corrections.take, { id: it.id }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})
