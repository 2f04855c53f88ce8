import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { givenAnswers } from '#features/grading/answers/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { ownSections, ownWork } from './answering/api.ts'
import { practice } from './api.ts'
import { givenWork, assigning } from './assigning/api.ts'

const world = await openWorld()
const unknown = newId()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let operator: Caller
let student: Caller

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const section = await make.section()
    await make.questions(section.id, [
      { text: 'What is $1 + 1$?', value: '2', steps: ['CANARY-STEP-ONE', 'CANARY-STEP-TWO'] },
      { text: 'What is half of 1?', value: '0.5' },
      { text: 'What is $70 + 7$?', value: '77' },
    ])
    const empty = await make.section()
    return {
      section,
      empty,
      operator: await make.staff('operator', north.id),
      stranger: await make.staff('operator', south.id),
      student: await make.student(north.id),
      classmate: await make.student(north.id),
      elsewhere: await make.student(south.id),
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  operator = await world.as(cast.operator)
  student = await world.as(cast.student)
})

const assign = async (who = cast.student.id) => {
  const { body } = await operator.call(assigning.homework, {
    id: who,
    sections: [cast.section.id],
    dueOn: '2026-03-10',
  })
  return body._id
}
/** Starts homework for a new student, so that tests don't share work. */
async function begun() {
  const someone = await world.database.write((db) => factories(db).student(cast.student.centerId))
  const caller = await world.as(someone)
  const id = await assign(someone.id)
  await caller.call(ownWork.homework.change, { id, state: 'started' })
  const answer = (n: number, seq: number, text: string, answerId = newId()) =>
    caller.call(ownSections.answer, { id, s: 1, n, seq, answerId, given: { kind: 'fr', parts: [text] } })
  return { id, someone, caller, answer }
}
const rows = (homeworkId: string) =>
  world.database.read`select num, seq, id from answers where work_id = ${homeworkId} order by num, seq`

describe('assigning', () => {
  test('staff of the center can assign a section as homework, but only once while it is open', async () => {
    const first = await operator.call(assigning.homework, {
      id: cast.classmate.id,
      sections: [cast.section.id],
    })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      name: cast.section.name,
      state: 'assigned',
      questions: 3,
      answered: 0,
      correct: null,
    })
    const again = await operator.call(assigning.homework, {
      id: cast.classmate.id,
      sections: [cast.section.id],
    })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'open_already' })
    const trail = await world.database.read`select action from audit where entity_id = ${first.body._id}`
    expect(trail.map(({ action }) => action as string)).toEqual(['practice.assign'])
  })

  test('only the center’s staff can assign work, and unknown students and unknown or empty sections are refused', async () => {
    const input = { id: cast.student.id, sections: [cast.section.id] }
    expect((await (await world.as(null)).call(assigning.homework, input)).status).toBe(401)
    expect((await student.call(assigning.homework, input)).status).toBe(403)
    expect((await (await world.as(cast.stranger)).call(assigning.homework, input)).status).toBe(404)
    expect((await operator.call(assigning.homework, { ...input, id: unknown })).status).toBe(404)
    expect((await operator.call(assigning.homework, { ...input, sections: [unknown] })).status).toBe(404)
    expect((await operator.call(assigning.homework, { ...input, sections: [cast.empty.id] })).status).toBe(
      422,
    )
    expect((await operator.call(assigning.homework, { ...input, sections: [] })).status).toBe(422)
  })

  test('a warm-up has exactly the chosen questions, replaces one that wasn’t started, and can be withdrawn', async () => {
    const someone = await world.database.write((db) => factories(db).student(cast.student.centerId))
    const caller = await world.as(someone)
    const all = await world.database.read<{ id: string }[]>`
      select id from questions where section_id = ${cast.section.id} order by num`
    const [one, two, three] = all.map(({ id }) => id) as [string, string, string]
    const give = (questions: string[], by = operator) =>
      by.call(assigning.warmUp, { id: someone.id, questions })
    const old = await give([one])
    const { status, body } = await give([three, one])
    expect([status, body.warmUp, body.state, body.questions]).toEqual([201, true, 'assigned', 2])
    const open = async () => (await caller.call(practice.self, {})).body.work.map(({ _id }) => _id)
    expect(await open()).toEqual([body._id])
    const same = await give([one, three])
    expect([same.status, same.body], 'the same questions').toMatchObject([409, { code: 'open_already' }])
    expect(
      (await operator.call(givenWork.homework.withdraw, { id: someone.id, itemId: old.body._id })).status,
    ).toBe(404)

    await caller.call(ownWork.homework.change, { id: body._id, state: 'started' })
    const pinned = () =>
      world.database
        .read`select num, question_id as id from work_questions where work_id = ${body._id} order by num`
    expect(await pinned()).toEqual([
      { num: 1, id: three },
      { num: 2, id: one },
    ])
    const again = await give([two])
    expect([again.status, again.body], 'while it is being done').toMatchObject([
      409,
      { code: 'open_already' },
    ])

    await world.database
      .single`update work set started_at = started_at - interval '1 day' where id = ${body._id}`
    const last = await give([two])
    expect(last.status).toBe(201)
    expect(
      (await caller.call(practice.self, {})).body.work.map(({ _id, state }) => [_id, state]),
      'one that was started on another day is handed in',
    ).toEqual([
      [last.body._id, 'assigned'],
      [body._id, 'returned'],
    ])
    expect(
      (await operator.call(givenWork.homework.withdraw, { id: someone.id, itemId: last.body._id })).status,
    ).toBe(204)
    expect(
      await world.database.read`select num from work_questions where work_id = ${last.body._id}`,
    ).toEqual([])
  })

  test('assigning a warm-up is refused for students and other centers’ staff, and with too many or unknown questions', async () => {
    const [{ id: question }] = (await world.database.read`
      select id from questions where section_id = ${cast.section.id} limit 1`) as [{ id: string }]
    const input = { id: cast.student.id, questions: [question] }
    expect((await student.call(assigning.warmUp, input)).status).toBe(403)
    expect((await (await world.as(cast.stranger)).call(assigning.warmUp, input)).status).toBe(404)
    expect((await operator.call(assigning.warmUp, { ...input, questions: [unknown] })).status).toBe(404)
    expect(
      (await operator.call(assigning.warmUp, { ...input, questions: [question, question] })).status,
    ).toBe(422)
    const six = Array.from({ length: 6 }, () => newId())
    expect((await operator.call(assigning.warmUp, { ...input, questions: six })).status).toBe(422)
  })

  test('a student continues at the first unfinished question of started work, if there is one', async () => {
    const { id, caller, answer } = await begun()
    const next = async () => (await caller.call(practice.self, {})).body.next
    expect(await next()).toEqual({ workId: id, section: 1, num: 1 })
    await answer(1, 1, '3')
    expect(await next()).toMatchObject({ num: 1 })
    await answer(1, 2, '2')
    expect(await next()).toMatchObject({ num: 2 })
    for (const text of ['1', '2', '3']) await answer(2, Number(text), text)
    expect(await next()).toMatchObject({ num: 3 })
    await answer(3, 1, '77')
    expect(await next()).toBeNull()
    expect((await student.call(practice.self, {})).body.next).toBeNull()
  })

  test('homework can be withdrawn until it is started', async () => {
    const { id, someone } = await begun()
    expect((await operator.call(givenWork.homework.withdraw, { id: someone.id, itemId: id })).status).toBe(
      409,
    )
    const other = await world.database.write((db) => factories(db).student(cast.student.centerId))
    const waiting = await assign(other.id)
    expect(
      (
        await (
          await world.as(cast.stranger)
        ).call(givenWork.homework.withdraw, { id: other.id, itemId: waiting })
      ).status,
    ).toBe(404)
    expect((await operator.call(givenWork.homework.withdraw, { id: other.id, itemId: waiting })).status).toBe(
      204,
    )
    expect((await (await world.as(other)).call(ownWork.homework.item, { id: waiting })).status).toBe(404)
  })
})

describe('edge cases of assigning', () => {
  test('a section can be listed only once, and former students can’t get homework', async () => {
    const twice = [cast.section.id, cast.section.id]
    expect((await operator.call(assigning.homework, { id: cast.student.id, sections: twice })).status).toBe(
      422,
    )
    const gone = await world.database.write((db) =>
      factories(db).student(cast.student.centerId, { status: 'inactive' }),
    )
    expect(
      (await operator.call(assigning.homework, { id: gone.id, sections: [cast.section.id] })).status,
    ).toBe(404)
  })

  test('if staff withdraw work at the moment the student starts it, exactly one of them succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const other = await world.database.write((db) => factories(db).student(cast.student.centerId))
      const id = await assign(other.id)
      const they = await world.as(other)
      const [withdrawn, started] = await Promise.all([
        operator.call(givenWork.homework.withdraw, { id: other.id, itemId: id }),
        they.call(ownWork.homework.change, { id, state: 'started' }),
      ])
      expect([
        [204, 404],
        [409, 200],
      ]).toContainEqual([withdrawn.status, started.status])
    }
  })
})

describe('answering', () => {
  test('homework gives an immediate verdict, three tries, and then the solution', async () => {
    const { answer } = await begun()
    const tries = [await answer(1, 1, '3'), await answer(1, 2, '4'), await answer(1, 3, '5')]
    expect(tries.map(({ body }) => [body.verdict?.status, body.triesLeft, body.solution])).toEqual([
      ['incorrect', 2, null],
      ['incorrect', 1, null],
      ['incorrect', 0, { kind: 'fr', parts: ['2'] }],
    ])
    const late = await answer(1, 4, '2')
    expect([late.status, late.body]).toMatchObject([409, { code: 'no_tries_left' }])
  })

  test('invalid and repeated answers cost no try, and an invalid one gets a message about what to correct', async () => {
    const { answer } = await begun()
    const unfinished = await answer(2, 1, '1/')
    expect(unfinished.body).toMatchObject({ verdict: { status: 'invalid' }, triesLeft: 3 })
    expect(unfinished.body.verdict?.parts[0]?.reason).not.toBe('')
    expect((await answer(2, 2, '3')).body.triesLeft).toBe(2)
    expect((await answer(2, 3, '3')).body.triesLeft).toBe(2)
    expect((await answer(2, 4, '1/2')).body).toMatchObject({ solved: true, verdict: { status: 'correct' } })
  })

  test('an invalid last answer doesn’t replace the one before it, even if a grade is taken back', async () => {
    const { someone, caller } = await begun()
    const key = {
      kind: 'fr' as const,
      parts: ['1', '2'].map((value) => ({ kind: 'number' as const, value })),
    }
    const two = await world.database.write(async (db) => {
      const section = await factories(db).section()
      await factories(db).questions(section.id, [{ text: 'Which two?', key }])
      return section.id
    })
    const { _id: id } = (await operator.call(assigning.homework, { id: someone.id, sections: [two] })).body
    await caller.call(ownWork.homework.change, { id, state: 'started' })
    for (const [at, parts] of [
      ['1', '9'],
      ['1', '2/'],
    ].entries())
      await caller.call(ownSections.answer, {
        id,
        s: 1,
        n: 1,
        seq: at + 1,
        answerId: newId(),
        given: { kind: 'fr', parts },
      })
    const done = await caller.call(ownWork.homework.change, { id, state: 'submitted' })
    expect(done.body).toMatchObject({ state: 'returned', score: 0.5, correct: 0 })
    const { body } = await caller.call(ownWork.homework.question, { id, n: 1 })
    expect(body).toMatchObject({ given: { parts: ['1', '9'] }, verdict: { status: 'partial' }, answers: 2 })
    for (const [grade, score] of [[1, 1] as const, [null, 0.5] as const]) {
      await operator.call(givenAnswers.homework.grade, { id: someone.id, itemId: id, n: 1, grade })
      expect((await caller.call(ownWork.homework.item, { id })).body).toMatchObject({ score })
    }
  })

  test('repeating an answer returns the same verdict, and a different answer for the same turn is refused as stale', async () => {
    const { id, answer } = await begun()
    const answerId = newId()
    const parallel = await Promise.all(Array.from({ length: 10 }, () => answer(3, 1, '70', answerId)))
    expect(new Set(parallel.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(parallel.map(({ text }) => text)).size).toBe(1)
    expect(await rows(id)).toHaveLength(1)
    const other = await answer(3, 1, '77')
    expect([other.status, other.body]).toMatchObject([412, { code: 'stale', current: { answers: 1 } }])
    expect(await rows(id)).toHaveLength(1)
  })

  test('answers must arrive in order: after a gap, they are refused until the missing one arrives', async () => {
    const { answer } = await begun()
    expect(await answer(1, 2, '2')).toMatchObject({
      status: 409,
      body: { code: 'answers_missing', answers: 0 },
    })
    expect((await answer(1, 1, '3')).status).toBe(200)
    expect((await answer(1, 2, '2')).body.solved).toBe(true)
  })

  test('an answer that doesn’t fit the question is refused with a reason', async () => {
    const { id, caller } = await begun()
    const send = (given: unknown, more: object = {}) =>
      caller.call(
        ownSections.answer,
        { id, s: 1, n: 1, seq: 1, answerId: newId(), given: { kind: 'fr', parts: [] } },
        { raw: { seq: 1, answerId: newId(), given, ...more } },
      )
    expect((await send({ kind: 'fr', parts: ['1', '2'] })).status).toBe(422)
    expect((await send({ kind: 'mc', picked: [1] })).status).toBe(422)
    expect((await send({ kind: 'essay', text: 'x' })).status).toBe(400)
    expect((await send({ kind: 'fr', parts: [null] })).status).toBe(400)
    expect((await send({ kind: 'fr', parts: ['2'] }, { score: 1 })).body).toMatchObject({
      errors: [{ path: '/score' }],
    })
    expect(await rows(id)).toHaveLength(0)
  })

  test.each([
    ['0000-01-01T00:00:00Z', null],
    ['1970-01-01T00:00:07Z', null],
    ['9999-12-31T23:59:59Z', null],
    ['2026-03-03T21:45:00.250Z', '2026-03-03T21:45:00.25Z'],
  ])('an answer counts whatever the device’s clock says: %s', async (typedAt, kept) => {
    const { id, caller } = await begun()
    const input = {
      id,
      s: 1,
      n: 1,
      seq: 1,
      answerId: newId(),
      given: { kind: 'fr' as const, parts: ['2'] },
      typedAt,
    }
    expect((await caller.call(ownSections.answer, input)).status).toBe(200)
    expect(await world.database.read`select typed_at from answers where work_id = ${id}`).toMatchObject([
      { typedAt: kept },
    ])
  })

  test('students can answer only their own work, and only once it has started; answers after completion don’t count', async () => {
    const { id, caller, answer } = await begun()
    const given = { kind: 'fr' as const, parts: ['2'] }
    const input = { id, s: 1, n: 1, seq: 1, answerId: newId(), given }
    const others = await student.call(ownSections.answer, input)
    const missing = await student.call(ownSections.answer, { ...input, id: unknown })
    expect([others.status, missing.status]).toEqual([404, 404])
    expect((await operator.call(ownSections.answer, input)).status).toBe(403)
    expect((await answer(9, 1, '2')).status).toBe(404)
    await caller.call(ownWork.homework.change, { id, state: 'submitted' })
    expect(await answer(1, 1, '2')).toMatchObject({ status: 200, body: { late: true, verdict: null } })

    const waiting = await assign()
    expect((await student.call(ownSections.answer, { ...input, id: waiting })).status).toBe(404)
    expect((await student.call(ownWork.homework.change, { id: waiting, state: 'submitted' })).status).toBe(
      409,
    )
  })
})

describe('hints and keys', () => {
  test('hint steps open one at a time and are counted, and the question contains neither the steps nor the key', async () => {
    const { id, caller } = await begun()
    const before = await caller.call(ownSections.question, { id, s: 1, n: 1 })
    expect(before.body).toMatchObject({ hintSteps: 2, hints: [], solution: null, given: null })
    expect(before.text).not.toMatch(/CANARY|"value"/)
    const third = await caller.call(ownSections.question, { id, s: 1, n: 3 })
    expect(third.text).not.toContain('"77"')

    const hint = (num: number) => caller.call(ownSections.hint, { id, s: 1, n: 1, num })
    expect((await hint(2)).status).toBe(409)
    const first = await hint(1)
    expect(first.text).toContain('CANARY-STEP-ONE')
    expect(first.text).not.toContain('CANARY-STEP-TWO')
    expect((await hint(1)).body.hints).toHaveLength(1)
    expect((await hint(2)).body.hints).toHaveLength(2)
    expect((await hint(3)).status).toBe(404)
    const [row] = await world.database
      .read`select hint_steps from work_questions where work_id = ${id} and num = 1`
    expect(row).toMatchObject({ hintSteps: 2 })
  })
})

describe('completing', () => {
  test('completed homework has correct, total, hint and score, which staff can also see', async () => {
    const { id, someone, caller, answer } = await begun()
    await caller.call(ownSections.hint, { id, s: 1, n: 1, num: 1 })
    await answer(1, 1, '2')
    await answer(2, 1, '9')
    expect(
      (await caller.call(ownSections.hint, { id, s: 1, n: 1, num: 2 })).status,
      'a hint after the end counts for nothing',
    ).toBe(409)
    const done = await caller.call(ownWork.homework.change, { id, state: 'submitted' })
    expect(done.body).toMatchObject({ state: 'returned', correct: 1, total: 3, hint: 1, answered: 2 })
    expect(done.body.score).toBeCloseTo(1 / 3)
    expect((await caller.call(ownWork.homework.change, { id, state: 'submitted' })).body.submittedAt).toBe(
      done.body.submittedAt,
    )
    const seen = await operator.call(givenWork.homework.item, { id: someone.id, itemId: id })
    expect(seen.body).toMatchObject({
      correct: 1,
      total: 3,
      sections: [{ questions: [{ solved: true }, { solved: false }, { answered: false }] }],
    })
    expect(
      (await (await world.as(cast.stranger)).call(givenWork.homework.item, { id: someone.id, itemId: id }))
        .status,
    ).toBe(404)
    const trail = await world.database.read`select action from audit where entity_id = ${id} order by id`
    expect(trail.map(({ action }) => action as string)).toEqual([
      'practice.assign',
      'practice.start',
      'practice.submit',
    ])
  })

  test('started work keeps its pinned revision when a question is edited', async () => {
    const { id, caller, answer } = await begun()
    await world.database.write(async (db) => {
      const [{ questionId }] =
        (await db`select question_id from work_questions where work_id = ${id} and num = 3`) as unknown as [
          { questionId: string },
        ]
      await db`insert into question_revisions (question_id, revision, source, content, key)
        select question_id, 2, 'new', '[]', jsonb_set(key, '{parts,0,value}', '"78"') from question_revisions where question_id = ${questionId} and revision = 1`
      await db`update questions set revision = 2 where id = ${questionId}`
    })
    expect((await answer(3, 1, '77')).body.solved).toBe(true)
    expect((await caller.call(ownSections.question, { id, s: 1, n: 3 })).text).toContain('70')
  })
})
