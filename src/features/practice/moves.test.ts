import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { givenAnswers } from '#features/grading/answers/api.ts'
import { grading } from '#features/grading/api.ts'
import type { Given } from '#features/questions/rules.ts'
import { factories } from '#tests/factories.ts'
import { fsck } from '../../../db/fsck.ts'
import { storedIn } from '#tests/stored.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { ownSections, ownWork } from './answering/api.ts'
import { givenWork, assigning } from './assigning/api.ts'
import { maxKept, maxTurns } from './rules.ts'

/**
 * State machine of work (product §8, reliability T19): invalid transitions are refused and change nothing.
 */
const world = await openWorld()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let manager: Caller
/** Work shared by all tests of invalid transitions, because a refused transition changes nothing. */
let stages: Record<'assigned' | 'begun' | 'complete', Stage>

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const { id: centerId } = await make.center()
    const two = { kind: 'fr' as const, parts: [number('1'), number('2')] }
    const questions = [
      { text: 'What is $1 + 1$?', value: '2', steps: ['One.', 'Two.'] },
      { text: 'Which two?', key: two },
    ]
    const courseId = await make.course({ name: 'Moves', subject: 'Math' })
    const sections = [{ name: 'Adding', questions }]
    const chapters = [{ name: 'One', sections, test: sections }]
    const [section] = await make.level({ courseId, name: 'Math 5', chapters })
    return {
      centerId,
      section: section?.id ?? '',
      levelId: section?.levelId ?? '',
      manager: await make.staff('manager', centerId),
    }
  })
}
const number = (value: string) => ({ kind: 'number' as const, value })

beforeAll(async () => {
  cast = await makeCast()
  manager = await world.as(cast.manager)
  stages = {
    assigned: await given({ begun: false }),
    begun: await given(),
    complete: await given({ complete: true }),
  }
})

const givenOf = (...parts: string[]): Given => ({ kind: 'fr', parts })

/** Creates a student with homework and a test, which are started or submitted as requested. */
async function given({ begun = true, complete = false } = {}) {
  const student = await world.database.write((db) => factories(db).student(cast.centerId))
  const caller = await world.as(student)
  const homework = (await manager.call(assigning.homework, { id: student.id, sections: [cast.section] })).body
    ._id
  const exam = (await manager.call(assigning.test, { id: student.id, levelId: cast.levelId, chapterNum: 1 }))
    .body._id
  for (const [kind, id] of [['homework', homework] as const, ['test', exam] as const]) {
    if (begun) await caller.call(ownWork[kind].change, { id, state: 'started' })
    if (complete && kind === 'homework') await caller.call(ownSections.answer, first(id))
    if (complete) await caller.call(ownWork[kind].change, { id, state: 'submitted' })
  }
  return { student, caller, homework, exam }
}
type Stage = Awaited<ReturnType<typeof given>>

const first = (id: string, more: object = {}) => ({
  id,
  s: 1,
  n: 1,
  seq: 1,
  answerId: newId(),
  given: givenOf('2'),
  ...more,
})
const ofTest = (id: string, more: object = {}) => ({
  id,
  n: 1,
  seq: 1,
  answerId: newId(),
  given: givenOf('2'),
  ...more,
})

type Move = [
  move: string,
  stage: keyof typeof stages,
  status: number,
  act: (stage: Stage) => Promise<{ status: number }>,
]

const moves: Move[] = [
  [
    'answering somebody else’s work',
    'begun',
    404,
    ({ homework }) => stages.complete.caller.call(ownSections.answer, first(homework)),
  ],
  [
    'answering work that hasn’t started',
    'assigned',
    404,
    ({ caller, homework }) => caller.call(ownSections.answer, first(homework)),
  ],
  [
    'answering a test that hasn’t started',
    'assigned',
    404,
    ({ caller, exam }) => caller.call(ownWork.test.answer, ofTest(exam)),
  ],
  [
    'answering complete homework after its solution was shown',
    'complete',
    409,
    ({ caller, homework }) => caller.call(ownSections.answer, first(homework, { seq: 2 })),
  ],
  [
    'answering a question beyond the last one',
    'begun',
    404,
    ({ caller, exam }) => caller.call(ownWork.test.answer, ofTest(exam, { n: 3 })),
  ],
  [
    'answering question 0',
    'begun',
    400,
    ({ caller, exam }) => caller.call(ownWork.test.answer, ofTest(exam, { n: 0 })),
  ],
  [
    'answering in a section beyond the last one',
    'begun',
    404,
    ({ caller, homework }) => caller.call(ownSections.answer, first(homework, { s: 2 })),
  ],
  [
    'skipping an answer',
    'begun',
    409,
    ({ caller, exam }) => caller.call(ownWork.test.answer, ofTest(exam, { seq: 2 })),
  ],
  ...['score', 'correct', 'status', 'verdict', 'state', 'tries'].map<Move>((field) => [
    `sending one’s own ${field}`,
    'begun',
    400,
    ({ caller, exam: id }) =>
      caller.call(ownWork.test.answer, ofTest(id), {
        raw: { ...ofTest(id), id: undefined, n: undefined, [field]: 1 },
      }),
  ]),
  [
    'answering a test as homework',
    'begun',
    404,
    ({ caller, exam: id }) => caller.call(ownSections.answer, first(id)),
  ],
  [
    'opening the second step of a hint',
    'begun',
    409,
    ({ caller, homework: id }) => caller.call(ownSections.hint, { id, s: 1, n: 1, num: 2 }),
  ],
  [
    'opening a hint of a test',
    'begun',
    404,
    ({ caller, exam: id }) => caller.call(ownSections.hint, { id, s: 1, n: 1, num: 1 }),
  ],
  [
    'opening a hint once the homework is complete',
    'complete',
    409,
    ({ caller, homework: id }) => caller.call(ownSections.hint, { id, s: 1, n: 1, num: 1 }),
  ],
  [
    'completing unstarted work',
    'assigned',
    409,
    ({ caller, exam: id }) => caller.call(ownWork.test.change, { id, state: 'submitted' }),
  ],
  [
    'starting complete work',
    'complete',
    409,
    ({ caller, exam: id }) => caller.call(ownWork.test.change, { id, state: 'started' }),
  ],
  ...['assigned', 'graded', 'returned', 'void'].map<Move>((state) => [
    `a student setting the work to ${state}`,
    'begun',
    400,
    ({ caller, exam: id }) => caller.call(ownWork.test.change, { id, state: 'started' }, { raw: { state } }),
  ]),
  [
    'withdrawing started work',
    'begun',
    409,
    ({ student: { id }, exam: itemId }) => manager.call(givenWork.test.withdraw, { id, itemId }),
  ],
  [
    'voiding work that hasn’t started',
    'assigned',
    409,
    ({ student: { id }, exam: itemId }) => manager.call(givenWork.test.change, { id, itemId, state: 'void' }),
  ],
  [
    'extending the time of complete work',
    'complete',
    409,
    ({ student: { id }, exam: itemId }) => manager.call(givenWork.test.change, { id, itemId, minutes: 30 }),
  ],
  [
    'returning work that is in progress',
    'begun',
    409,
    ({ student: { id }, exam: itemId }) =>
      manager.call(givenWork.test.change, { id, itemId, state: 'returned' }),
  ],
  [
    'returning work in progress from the grading queue',
    'begun',
    409,
    ({ exam }) => manager.call(grading.giveBack, { centerId: cast.centerId, works: [exam] }),
  ],
  [
    'grading an unanswered question',
    'complete',
    409,
    ({ student: { id }, exam: itemId }) =>
      manager.call(givenAnswers.test.grade, { id, itemId, n: 1, grade: 1 }),
  ],
]

test.each(moves)('%s is refused and changes nothing', async (_, how, status, act) => {
  const before = await storedIn(world)
  expect((await act(stages[how])).status).toBe(status)
  expect(await storedIn(world)).toEqual(before)
})

describe('answers', () => {
  test.each(['test', 'homework'] as const)(
    'an answer after the end of a %s is stored but doesn’t count',
    async (kind) => {
      const { caller, exam, homework } = await given({ complete: true })
      const { late_answers: before, ...rest } = await storedIn(world)
      const late = ofTest(kind === 'test' ? exam : homework, { n: 2, given: givenOf('1', '2') })
      expect(await caller.call(ownWork[kind].answer, late)).toMatchObject({
        status: 200,
        body: { late: true },
      })
      const { late_answers: after, ...others } = await storedIn(world)
      expect(others).toEqual(rest)
      expect(after).not.toBe(before)
    },
  )

  test.each(['test', 'homework'] as const)(
    'if two devices answer a %s on the same turn, one answer counts, and the other is refused and stored separately (F28)',
    async (kind) => {
      const { caller, student, exam, homework } = await given()
      const id = kind === 'test' ? exam : homework
      await caller.call(ownWork[kind].answer, ofTest(id))
      const other = ofTest(id, { given: givenOf('3') })
      for (const _ of ['once', 'again'])
        expect(await caller.call(ownWork[kind].answer, other)).toMatchObject({
          status: 412,
          body: { current: { given: givenOf('2'), answers: 1 } },
        })
      const { body } = await manager.call(givenWork[kind].question, { id: student.id, itemId: id, n: 1 })
      expect(body).toMatchObject({ given: givenOf('2'), answers: 1 })
      expect(body.late).toMatchObject([{ seq: null, given: givenOf('3'), overtaken: true }])
    },
  )

  test('an answer gets the turn of a refused answer before it, and resending it with any turn changes nothing', async () => {
    const { caller, student, homework: id } = await given()
    const answerId = newId()
    const send = (seq: number, more: object = {}) =>
      caller.call(ownSections.answer, first(id, { seq, answerId, ...more }))
    await send(1, { answerId: newId(), given: givenOf('3') })
    expect((await send(2, { answerId: newId(), given: givenOf('2', '3') })).status).toBe(422)
    expect(await send(3)).toMatchObject({ status: 409, body: { code: 'answers_missing', answers: 1 } })
    for (const seq of [2, 3, 4, 1])
      expect(await send(seq)).toMatchObject({ status: 200, body: { seq: 2, solved: true, triesLeft: 1 } })
    await caller.call(ownWork.homework.change, { id, state: 'submitted' })
    expect(await send(3)).toMatchObject({ status: 200, body: { seq: 2 } })
    expect(await send(3, { answerId: newId() })).toMatchObject({
      status: 409,
      body: { code: 'no_tries_left' },
    })
    const { body } = await manager.call(givenWork.homework.question, { id: student.id, itemId: id, n: 1 })
    expect(body.history.map(({ seq }) => seq)).toEqual([2, 1])
  })

  /** Adds copies of the first answer to question 1, changed by `as`, until there are `many` answers. */
  const repeat = (workId: string, many: number, as: object = {}) =>
    world.database.write(async (db) => {
      await db`
        insert into answers select (jsonb_populate_record(a, jsonb_build_object('seq', n, 'id', gen_random_uuid()) || ${db.json(as as never)})).*
        from answers a, generate_series(2, ${many}::int) n where a.work_id = ${workId} and a.num = 1 and a.seq = 1`
      await db`update work_questions set answers = ${many} where work_id = ${workId} and num = 1`
    })

  test('staff can read all answers to a question, a hundred per page, with their total', async () => {
    const { caller, student, exam: itemId } = await given()
    const input = { id: student.id, itemId, n: 1 }
    await caller.call(ownWork.test.answer, ofTest(itemId))
    await repeat(itemId, 201)
    const page = async (after?: number) =>
      (await manager.call(givenWork.test.question, { ...input, after })).body
    const latest = await page()
    expect([latest.answers, latest.history.length, latest.history[0]?.seq, latest.after]).toEqual([
      201, 100, 201, 102,
    ])
    const [second, third] = [await page(102), await page(2)]
    expect([second.history.length, second.history[0]?.seq, second.after]).toEqual([100, 101, 2])
    expect([third.history.map(({ seq }) => seq), third.after]).toEqual([[1], null])
    const odd = [0, maxTurns + 1, 'x' as never].map(
      async (after) => (await manager.call(givenWork.test.question, { ...input, after })).status,
    )
    expect(await Promise.all(odd)).toEqual([422, 422, 400])
  })

  const keptOf = (workId: string) => world.database.read<{ seq: number; given: Given }[]>`
    select seq, given from answers where work_id = ${workId} and num = 1 order by seq`
  /** Returns the findings of fsck, except those about the history of grades, which these tests don't write. */
  const brokenRules = async () =>
    (await fsck(world.database.read)).filter(({ rule }) => !rule.startsWith('A grade differs'))

  test('a test question accepts every answer but keeps only a hundred: the newest and those graded by a person', async () => {
    const { caller, exam: id } = await given()
    await caller.call(ownWork.test.answer, ofTest(id))
    await repeat(id, 500)
    await world.database
      .single`update answers set grade = 1, graded_at = now() where work_id = ${id} and seq = 7`
    const answerId = newId()
    // The outbox resends an answer that got no response, then sends the next one.
    for (const _ of ['once', 'again'])
      expect(
        await caller.call(ownWork.test.answer, ofTest(id, { seq: 501, answerId, given: givenOf('3') })),
      ).toMatchObject({
        status: 200,
        body: { seq: 501 },
      })
    expect(
      await caller.call(ownWork.test.answer, ofTest(id, { seq: 502, given: givenOf('4') })),
    ).toMatchObject({
      status: 200,
    })
    const rows = await keptOf(id)
    expect([rows.length, rows[0]?.seq, rows.at(-2)?.given, rows.at(-1)]).toEqual([
      maxKept,
      7,
      givenOf('3'),
      { seq: 502, given: givenOf('4') },
    ])
    expect((await caller.call(ownWork.test.question, { id, n: 1 })).body).toMatchObject({
      given: givenOf('4'),
      answers: 502,
    })
    expect(await brokenRules()).toEqual([])
    // Checks that `seq` can exceed a thousand.
    await world.database.write(async (db) => {
      await db`update answers set seq = 1000 where work_id = ${id} and seq = 502`
      await db`update work_questions set answers = 1000 where work_id = ${id} and num = 1`
    })
    expect(
      await caller.call(ownWork.test.answer, ofTest(id, { seq: 1001, given: givenOf('2') })),
    ).toMatchObject({ status: 200 })
    expect(
      (await caller.call(ownWork.test.change, { id, state: 'submitted' })).body.sections[0]?.questions[0],
    ).toMatchObject({
      over: true,
    })
  })

  test('at the limit, new homework answers replace those that cost no try, and the last readable one counts', async () => {
    const { caller, homework: id } = await given()
    await caller.call(ownSections.answer, first(id, { given: givenOf('3') }))
    await repeat(id, maxKept + 20, {
      given: givenOf('2+'),
      verdict: { status: 'invalid', score: 0, parts: [] },
    })
    expect(
      await caller.call(ownSections.answer, first(id, { seq: maxKept + 21, given: givenOf('1+') })),
    ).toMatchObject({
      status: 200,
      body: { seq: maxKept + 21, solved: false },
    })
    const rows = await keptOf(id)
    expect([rows.length, rows[0], rows.at(-1)?.given]).toEqual([
      maxKept,
      { seq: 1, given: givenOf('3') },
      givenOf('1+'),
    ])
    expect(await brokenRules()).toEqual([])
    await caller.call(ownWork.homework.change, { id, state: 'submitted' })
    const [stored] = await world.database
      .read`select given from work_questions where work_id = ${id} and num = 1`
    expect(stored?.['given']).toEqual(givenOf('3'))
  })

  test('only the newest hundred late answers to a question are kept', async () => {
    const { caller, exam: id } = await given({ complete: true })
    await caller.call(ownWork.test.answer, ofTest(id))
    await world.database.single`
      insert into late_answers select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'arrived_at', now() - interval '1 hour'))).*
      from late_answers l, generate_series(1, ${maxKept + 20}::int) where l.work_id = ${id}`
    const answerId = newId()
    for (const _ of ['once', 'again'])
      expect(await caller.call(ownWork.test.answer, ofTest(id, { answerId }))).toMatchObject({
        status: 200,
        body: { late: true },
      })
    const rows = await world.database
      .read`select id from late_answers where work_id = ${id} order by arrived_at`
    expect([rows.length, rows.at(-1)?.['id']]).toEqual([maxKept, answerId])
  })

  test('cleared answers don’t count in the list of questions, the number of answers, or the score', async () => {
    const { caller, exam: id } = await given()
    const look = async () => {
      const { body } = await caller.call(ownWork.test.item, { id })
      return [
        body.answered,
        ...body.sections.flatMap(({ questions }) => questions.map(({ answered }) => answered)),
      ]
    }
    expect(await look()).toEqual([0, false, false])
    await caller.call(ownWork.test.answer, ofTest(id))
    await caller.call(ownWork.test.answer, { ...ofTest(id), n: 2, given: givenOf('', '2') })
    expect(await look()).toEqual([2, true, true])
    await caller.call(ownWork.test.answer, ofTest(id, { seq: 2, given: givenOf(' ') }))
    expect(await look()).toEqual([1, false, true])
    const { body } = await caller.call(ownWork.test.change, { id, state: 'submitted' })
    expect(body).toMatchObject({ state: 'returned', answered: 1, correct: 0, score: 0.25 })
    expect(body.sections[0]?.questions).toMatchObject([
      { answered: false, over: false, partly: false },
      { answered: true, over: true, partly: true },
    ])
  })
})
