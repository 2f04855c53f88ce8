import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { giving } from '#features/practice/assigning/api.ts'
import { ownSections, ownWork } from '#features/practice/answering/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { similar } from './api.ts'

const world = await openWorld()

/** Creates a student who has completed homework with one random question and one that staff grade. */
async function complete() {
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
  ).call(giving.homework, { id: student.id, sections: [section.id] })
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
  const { id, caller, classmate } = await complete()
  expect((await caller.call(similar.question, like(id, 1))).status).toBe(409)
  expect((await caller.call(similar.check, { ...like(id, 1), given: said('2') })).status).toBe(409)
  await caller.call(ownWork.homework.change, { id, state: 'submitted' })

  const own = (await caller.call(ownSections.question, { id, s: 1, n: 1 })).body
  const { status, body } = await caller.call(similar.question, like(id, 1))
  expect(status).toBe(200)
  expect(body.content).not.toEqual(own.content)
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
  const { id, caller, levelId, operator, classmate, classmateId, sectionId } = await complete()
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
    await (await world.as(operator)).call(giving.homework, { id: classmateId, sections: [sectionId] })
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

test('a question graded by staff can also be tried, and answers that don’t fit it are refused', async () => {
  const { id, caller } = await complete()
  await caller.call(ownWork.homework.change, { id, state: 'submitted' })
  const { status, body } = await caller.call(similar.check, { ...like(id, 2), given: said('Because.') })
  expect([status, body.verdict.status]).toEqual([200, 'ungraded'])
  const misfit = await caller.call(similar.check, {
    ...like(id, 2),
    given: { kind: 'mc', picked: [0] },
  })
  expect(misfit.status).toBe(422)
})
