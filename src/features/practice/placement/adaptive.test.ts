import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { students } from '#features/students/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { childsMore, ownWork } from '../answering/api.ts'
import { givenWork, assigning } from '../assigning/api.ts'

const world = await openWorld()

/**
 * Creates three levels of four chapters. Each chapter's test has a section with three questions, all of which
 * have the answer 1.
 */
async function setUp({ reviewed = true } = {}) {
  const cast = await world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    const courseId = newId()
    await db`insert into courses (id, name, subject) values (${courseId}, ${`Course ${courseId}`}, 'Math')`
    const levelIds = [newId(), newId(), newId()]
    for (const [at, id] of levelIds.entries()) {
      await db`insert into levels (id, course_id, name, position, chapter_count, assessment_questions)
        values (${id}, ${courseId}, ${`Level ${at + 1}`}, ${at}, 4, 2)`
      for (const num of [1, 2, 3, 4]) {
        const sectionId = newId()
        await db`insert into chapters (level_id, num, name) values (${id}, ${num}, ${`Chapter ${num}`})`
        await db`insert into chapter_tests (level_id, chapter_num, name) values (${id}, ${num}, 'Test')`
        await db`insert into sections (id, level_id, chapter_num, kind, num, name)
          values (${sectionId}, ${id}, ${num}, 'test', 1, ${`Section ${at + 1}.${num}`})`
        await make.questions(
          sectionId,
          [1, 2, 3].map((each) => ({
            text: `Level ${at + 1}, chapter ${num}, question ${each}`,
            value: '1',
          })),
        )
      }
    }
    if (!reviewed)
      await db`update questions set status = 'warn'
        where section_id in (select id from sections where level_id = any(${levelIds}::uuid[]))`
    const student = await make.student(center.id)
    return {
      centerId: center.id,
      levelIds,
      levelId: levelIds[1] ?? '',
      student,
      parent: await make.parent([student]),
      operator: await make.staff('operator', center.id),
    }
  })
  const [operator, student, parent] = [
    await world.as(cast.operator),
    await world.as(cast.student),
    await world.as(cast.parent),
  ]
  const give = (more: { adaptive?: boolean } = { adaptive: true }) =>
    operator.call(assigning.assessment, { id: cast.student.id, levelId: cast.levelId, ...more })
  return { ...cast, as: { operator, student, parent }, give }
}

type Cast = Awaited<ReturnType<typeof setUp>>
const chosenIn = ({
  sections,
}: {
  sections: { questions: { turn: number | null; sequenceQuesNum: number; answered: boolean }[] }[]
}) =>
  sections
    .flatMap(({ questions }) => questions)
    .filter(({ turn }) => turn !== null)
    .toSorted((one, other) => (one.turn ?? 0) - (other.turn ?? 0))

const work = async ({ as }: Cast, id: string) => (await as.student.call(ownWork.assessment.item, { id })).body

async function answer({ as }: Cast, id: string, n: number, isRight: boolean) {
  const given = { kind: 'fr' as const, parts: [isRight ? '1' : '2'] }
  return await as.student.call(ownWork.assessment.answer, { id, n, seq: 1, answerId: newId(), given })
}

/**
 * Takes the assessment: answers questions of levels up to `knows` (0, 1 or 2) correctly and all others
 * incorrectly. Returns the work before it is handed in.
 */
async function take(cast: Cast, id: string, knows: number) {
  await cast.as.student.call(ownWork.assessment.change, { id, state: 'started' })
  for (let turns = 0; turns < 20; turns += 1) {
    const now = await work(cast, id)
    const open = chosenIn(now).find(({ answered }) => !answered)
    if (!open) return now
    const { body } = await cast.as.student.call(ownWork.assessment.question, { id, n: open.sequenceQuesNum })
    const level = Number(/\d/.exec(JSON.stringify(body.content))?.[0]) - 1
    await answer(cast, id, open.sequenceQuesNum, level <= knows)
  }
  throw new Error('The assessment has no end.')
}

describe('an adaptive assessment', () => {
  test('asks one question at a time, at most as many as a fixed assessment, and says when it has asked enough', async () => {
    const cast = await setUp()
    const { body: given } = await cast.give()
    expect(given).toMatchObject({ adaptive: true, questions: 8, kind: 'assessment' })
    await cast.as.student.call(ownWork.assessment.change, { id: given._id, state: 'started' })
    const begun = await work(cast, given._id)
    expect(chosenIn(begun).map(({ turn }) => turn)).toEqual([1])
    expect(begun).toMatchObject({ questions: 8, enough: false })
    const first = chosenIn(begun)[0]?.sequenceQuesNum ?? 0
    await answer(cast, given._id, first, true)
    const then = await work(cast, given._id)
    expect(chosenIn(then).map(({ turn, answered }) => [turn, answered])).toEqual([
      [1, true],
      [2, false],
    ])
    const done = await take(cast, given._id, 2)
    expect(done.enough).toBe(true)
    expect(chosenIn(done)).toHaveLength(8)
  })

  test('counts only the questions that it asked, and its report gives the level, the certainty and the reason', async () => {
    const cast = await setUp()
    const { body: given } = await cast.give()
    const done = await take(cast, given._id, 0)
    expect(
      (await cast.as.student.call(ownWork.assessment.change, { id: given._id, state: 'submitted' })).status,
    ).toBe(200)
    const { body } = await cast.as.operator.call(givenWork.assessment.item, {
      id: cast.student.id,
      itemId: given._id,
    })
    const count = chosenIn(done).length
    expect(body).toMatchObject({
      state: 'returned',
      total: count,
      questions: count,
      answered: count,
      enough: false,
    })
    expect(body.correct).toBeLessThan(count)
    expect(chosenIn(body)).toHaveLength(count)
    expect(body.sections.flatMap(({ questions }) => questions)).toHaveLength(count)
    expect(body.report?.suggestion).toMatchObject({ subject: 'Math', levelId: expect.any(String) })
    expect(['Level 1', 'Level 2']).toContain(body.report?.suggestion.level)
    expect(body.report?.suggestion.reason).toMatch(
      /^Below this point, the child got [\d.]+ of \d+ questions right; above it, [\d.]+ of \d+\. We are \d+% sure of this, give or take a third of a level\.$/,
    )
  })

  test('suggests the last level to a child who knows everything', async () => {
    const cast = await setUp()
    const { body: given } = await cast.give()
    await take(cast, given._id, 2)
    await cast.as.student.call(ownWork.assessment.change, { id: given._id, state: 'submitted' })
    const { body } = await cast.as.operator.call(givenWork.assessment.item, {
      id: cast.student.id,
      itemId: given._id,
    })
    expect(body.report?.suggestion.level).toBe('Level 3')
  })

  test('counts answers to questions that a device chose offline', async () => {
    const cast = await setUp()
    const { body: given } = await cast.give()
    const id = given._id
    await cast.as.student.call(ownWork.assessment.change, { id, state: 'started' })
    const begun = await work(cast, id)
    const first = chosenIn(begun)[0]?.sequenceQuesNum ?? 0
    const alone = begun.sections.flatMap(({ questions }) => questions).find(({ turn }) => turn === null)
      ?.sequenceQuesNum as number
    expect((await answer(cast, id, alone, true)).status).toBe(200)
    const then = chosenIn(await work(cast, id))
    expect(then.map(({ turn, sequenceQuesNum, answered }) => [turn, sequenceQuesNum, answered])).toEqual([
      [1, first, false],
      [2, alone, true],
    ])
    await answer(cast, id, first, true)
    expect(chosenIn(await work(cast, id))).toHaveLength(3)
  })

  test('chooses the next question only once, however often an answer is repeated', async () => {
    const cast = await setUp()
    const { body: given } = await cast.give()
    const id = given._id
    await cast.as.student.call(ownWork.assessment.change, { id, state: 'started' })
    const n = chosenIn(await work(cast, id))[0]?.sequenceQuesNum ?? 0
    const entry = { id, n, seq: 1, answerId: newId(), given: { kind: 'fr' as const, parts: ['1'] } }
    const sent = await Promise.all(
      [1, 2, 3, 4].map(() => cast.as.student.call(ownWork.assessment.answer, entry)),
    )
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(chosenIn(await work(cast, id)).map(({ turn }) => turn)).toEqual([1, 2])
  })

  test('can be taken in the parent’s account, together with the child', async () => {
    const cast = await setUp()
    const { body: given } = await cast.give()
    const of = { studentId: cast.student.id, id: given._id }
    const { body } = await cast.as.parent.call(childsMore.changeAssessment, { ...of, state: 'started' })
    const n = chosenIn(body)[0]?.sequenceQuesNum ?? 0
    const entry = { seq: 1, answerId: newId(), given: { kind: 'fr' as const, parts: ['1'] } }
    expect((await cast.as.parent.call(childsMore.answerAssessment, { ...of, n, ...entry })).status).toBe(200)
    expect(chosenIn(await work(cast, given._id))).toHaveLength(2)
  })

  test('needs eight reviewed questions in its level, unlike a fixed assessment', async () => {
    const cast = await setUp({ reviewed: false })
    expect((await cast.give()).body).toMatchObject({
      status: 422,
      code: 'too_few_reviewed',
      message:
        'An adaptive assessment needs at least 8 reviewed questions in the level’s tests. This level has 0.',
    })
    const fixed = await cast.give({})
    expect(fixed.body).toMatchObject({ adaptive: false, questions: 8 })
    await cast.as.student.call(ownWork.assessment.change, { id: fixed.body._id, state: 'started' })
    const begun = await work(cast, fixed.body._id)
    expect(chosenIn(begun)).toEqual([])
    expect(begun.sections.flatMap(({ questions }) => questions)).toHaveLength(8)
  })

  test('can’t be opened by another center’s office', async () => {
    const [cast, other] = [await setUp(), await setUp()]
    const { body: given } = await cast.give()
    expect(
      (await other.as.operator.call(givenWork.assessment.item, { id: cast.student.id, itemId: given._id }))
        .status,
    ).toBe(404)
    expect(
      (await other.as.operator.call(students.one, { centerId: cast.centerId, studentId: cast.student.id }))
        .status,
    ).toBe(404)
  })
})
