import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { assigning } from '../assigning/api.ts'
import { ownSections, ownWork } from '../answering/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { similar } from './api.ts'

const world = await openWorld()

/** Creates a student who has started homework with one random and one staff-graded question. */
async function startedHomework() {
  const { student, classmate, operator, section } = await world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    const made = await make.section()
    await make.questions(made.id, [
      {
        text: '${{a}} + 1$',
        value: '{{a + 1}}',
        variables: { given: [{ name: 'a', values: ['1', '2', '3'] }], derived: [], constraints: [] },
      },
      { text: 'Why?', key: { kind: 'fr', parts: [{ kind: 'manual', prompt: '' }] } },
    ])
    return {
      section: made,
      operator: await make.staff('operator', center.id),
      student: await make.student(center.id),
      classmate: await make.student(center.id),
    }
  })
  const { body } = await (
    await world.as(operator)
  ).call(assigning.homework, { id: student.id, sections: [section.id] })
  const caller = await world.as(student)
  const id = body._id
  await caller.call(ownWork.homework.change, { id, state: 'started' })
  return {
    id,
    caller,
    classmate: await world.as(classmate),
    classmateId: classmate.id,
    operator,
    sectionId: section.id,
    levelId: section.levelId,
  }
}
const like = (id: string, n: number, round = 1) => ({ kind: 'homework' as const, id, n, round })
const said = (text: string) => ({ kind: 'fr' as const, parts: [text] })

test('a question similar to a finished one has different values, and its answers don’t count', async () => {
  const { id, caller, classmate } = await startedHomework()
  expect((await caller.call(similar.question, like(id, 1))).status).toBe(409)
  expect((await caller.call(similar.check, { ...like(id, 1), given: said('2') })).status).toBe(409)
  await caller.call(ownWork.homework.change, { id, state: 'submitted' })

  const own = (await caller.call(ownSections.question, { id, s: 1, n: 1 })).body
  const { status, body } = await caller.call(similar.question, like(id, 1))
  expect(status).toBe(200)
  expect(body.content).not.toEqual(own.content)
  expect(body.isSame).toBe(false)
  expect(JSON.stringify(body.shown)).not.toContain('value')
  const rounds = await Promise.all(
    [...Array(12).keys()].map(async (round) =>
      JSON.stringify((await caller.call(similar.question, like(id, 1, round + 1))).body.content),
    ),
  )
  expect(new Set(rounds).size).toBe(2)

  const checks = await Promise.all(
    ['2', '3', '4'].map(async (text) => {
      const { body: outcome } = await caller.call(similar.check, { ...like(id, 1), given: said(text) })
      return outcome.verdict.status
    }),
  )
  expect(checks.toSorted()).toEqual(['correct', 'incorrect', 'incorrect'])
  expect(await world.database.read`select 1 from answers where work_id = ${id}`).toEqual([])
  expect((await classmate.call(similar.question, like(id, 1))).status).toBe(404)
  expect((await caller.call(similar.question, like(newId(), 1))).status).toBe(404)
})

test('values from a test that a classmate hasn’t finished are never used', async () => {
  const { id, caller, levelId, operator, classmate, classmateId, sectionId } = await startedHomework()
  await caller.call(ownWork.homework.change, { id, state: 'submitted' })
  const shownTo = async () => {
    const rounds = await Promise.all(
      [...Array(12).keys()].map(async (round) =>
        JSON.stringify((await caller.call(similar.question, like(id, 1, round + 1))).body.content),
      ),
    )
    return new Set(rounds).size
  }
  const other = (
    await (await world.as(operator)).call(assigning.homework, { id: classmateId, sections: [sectionId] })
  ).body._id
  await classmate.call(ownWork.homework.change, { id: other, state: 'started' })
  await world.database.write(async (db) => {
    await db`update work set kind = 'assessment', level_id = ${levelId} where id = ${other}`
    await db`
      update work_questions o set variant = (
        select min(v.num) from question_variants v where v.question_id = o.question_id and v.revision = o.revision and v.num <> own.variant)
      from work_questions own where o.work_id = ${other} and own.work_id = ${id} and o.num = 1 and own.num = 1`
  })
  expect(await shownTo()).toBe(1)
  await world.database.write((db) => db`update work set state = 'void' where id = ${other}`)
  expect(await shownTo()).toBe(2)
})

test('a staff-graded question can be practiced again, and an answer of the wrong kind is refused', async () => {
  const { id, caller, sectionId } = await startedHomework()
  await caller.call(ownWork.homework.change, { id, state: 'submitted' })
  await world.database.write(
    (db) =>
      db`update questions set status = 'error', faults = '{Broken}' where section_id = ${sectionId} and num = 1`,
  )
  const again = await caller.call(similar.question, like(id, 2))
  expect(again.body.isSame, 'it has no other values, and its section no other question').toBe(true)
  const { status, body } = await caller.call(similar.check, { ...like(id, 2), given: said('Because.') })
  expect([status, body.verdict.status]).toEqual([200, 'ungraded'])
  const misfit = await caller.call(similar.check, {
    ...like(id, 2),
    given: { kind: 'mc', picked: [0] },
  })
  expect(misfit.status).toBe(422)
})

/** Creates a student who has started homework with four questions without random values: 1 + 1 to 4 + 4. */
async function startFour() {
  const { student, operator, classmate, section } = await world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    const made = await make.section()
    const plans = [1, 2, 3, 4].map((n) => ({ text: `What is $${n} + ${n}$?`, value: String(n + n) }))
    await make.questions(made.id, plans)
    return {
      section: made,
      operator: await make.staff('operator', center.id),
      student: await make.student(center.id),
      classmate: await make.student(center.id),
    }
  })
  const staff = await world.as(operator)
  const assign = async ({ id }: { id: string }) =>
    (await staff.call(assigning.homework, { id, sections: [section.id] })).body._id
  const caller = await world.as(student)
  const id = await assign(student)
  await caller.call(ownWork.homework.change, { id, state: 'started' })
  return {
    id,
    caller,
    assignAgain: () => assign(student),
    /** Makes a classmate take an assessment with only this question. */
    makeClassmateTake: async (num: number) => {
      const other = await assign(classmate)
      await (await world.as(classmate)).call(ownWork.homework.change, { id: other, state: 'started' })
      await world.database.write(async (db) => {
        await db`update work set kind = 'assessment', level_id = ${section.levelId} where id = ${other}`
        await db`delete from work_questions where work_id = ${other} and num <> ${num}`
      })
    },
    /**
     * Returns the right answers to the questions similar to the second one, in four rounds. Marks an answer
     * with “again” if the question is the second one itself.
     */
    answersLikeSecond: async () => {
      const rounds = await Promise.all(
        [1, 2, 3, 4].map(async (round) => {
          const { solution } = (await caller.call(similar.check, { ...like(id, 2, round), given: said('0') }))
            .body
          const { isSame } = (await caller.call(similar.question, like(id, 2, round))).body
          const [part] = solution.kind === 'fr' ? solution.parts : []
          return `${typeof part === 'string' ? part : '?'}${isSame ? ' again' : ''}`
        }),
      )
      return rounds.join(', ')
    },
  }
}

test('a question without random values is replaced by its nearest neighbors, unless a classmate is being tested on them', async () => {
  const { id, caller, answersLikeSecond, makeClassmateTake } = await startFour()
  await caller.call(ownWork.homework.change, { id, state: 'submitted' })
  expect(await answersLikeSecond()).toBe('2, 6, 8, 2')
  await makeClassmateTake(3)
  expect(await answersLikeSecond()).toBe('2, 8, 2, 8')
})

test('questions that the student still has to answer are never offered as similar ones', async () => {
  const { id, caller, answersLikeSecond, assignAgain } = await startFour()
  const solve = (n: number) =>
    caller.call(ownSections.answer, {
      id,
      s: 1,
      n,
      seq: 1,
      answerId: newId(),
      given: said(String(n + n)),
      typedAt: new Date().toISOString(),
    })
  expect((await solve(2)).status).toBe(200)
  expect(await answersLikeSecond(), 'no other question is over').toBe('4 again, 4 again, 4 again, 4 again')
  await solve(3)
  expect(await answersLikeSecond()).toBe('6, 6, 6, 6')
  await caller.call(ownWork.homework.change, { id, state: 'submitted' })
  expect(await answersLikeSecond()).toBe('2, 6, 8, 2')
  await assignAgain()
  expect(await answersLikeSecond()).toBe('4 again, 4 again, 4 again, 4 again')
})
