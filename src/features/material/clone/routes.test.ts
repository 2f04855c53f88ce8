import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { questions } from '#features/questions/api.ts'
import { addTest } from '../tests/chapter-tests.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { clones } from './api.ts'

const world = await openWorld()
let editor: Caller
let operator: Caller
let student: Caller

beforeAll(async () => {
  const cast = await world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    return {
      editor: await make.staff('editor', null),
      operator: await make.staff('operator', center.id),
      student: await make.student(center.id),
    }
  })
  editor = await world.as(cast.editor)
  operator = await world.as(cast.operator)
  student = await world.as(cast.student)
})

/** Adds a section with two questions, the first with a hint, tests and a second revision. */
async function made() {
  const section = await world.database.write(async (db) => {
    const make = factories(db)
    const one = await make.section({ name: 'Halves' })
    const [first] = await make.questions(one.id, [
      { text: 'What is $1 + 1$?', value: '2', steps: ['Count on.'] },
      { text: 'What is $1 + 2$?', value: '3' },
    ])
    await addTest(db, { levelId: one.levelId, chapterNum: 1, name: 'Test' })
    return { ...one, first: first!.id }
  })
  const { body } = await editor.call(questions.one, { id: section.first })
  const given = (text: string) => ({ kind: 'fr' as const, parts: [text] })
  const tested = await editor.call(questions.change, {
    id: section.first,
    instructions: 'Add.',
    content: 'What is $a + a$, for {{a}}?',
    answers: { kind: 'fr', parts: [{ kind: 'number', value: '{{a + a}}' }] },
    hint: body.hint,
    visual: null,
    variables: { given: [{ name: 'a', from: '1', to: '3', step: '1' }], derived: [], constraints: [] },
    tests: [
      { given: given('2'), expected: 'correct' },
      { given: given('7'), expected: 'incorrect' },
    ],
  })
  return { ...section, tested }
}

const listed = async (level: string, where: { chapter: number } | { test: number }, section: number) =>
  (await operator.call(questions.list, { level, ...where, section })).body.questions

describe('a copy of a section', () => {
  test('has the current questions with hints, tests and variants, marked for review, and comes after the last section', async () => {
    const { id, levelId, tested } = await made()
    expect(tested.status, tested.text).toBe(200)
    const { status, body } = await operator.call(clones.section, {
      from: id,
      to: { levelId, chapterNum: 1 },
      name: 'More halves',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      levelId,
      chapterNum: 1,
      test: false,
      section: { num: 2, name: 'More halves', questions: 2, ready: 2 },
    })
    const [before, after] = [
      await listed(levelId, { chapter: 1 }, 1),
      await listed(levelId, { chapter: 1 }, 2),
    ]
    const contentOf = (all: typeof after) =>
      all.map(({ instructions, content, answers, hint, hintSteps, variables, num, rendered, visual }) => ({
        instructions,
        content,
        answers,
        hint,
        hintSteps,
        variables,
        num,
        rendered,
        visual,
      }))
    expect(contentOf(after)).toEqual(contentOf(before))
    expect(after.map(({ _id }) => _id)).not.toEqual(before.map(({ _id }) => _id))
    expect(after.map(({ status: each, version }) => [each, version])).toEqual([
      ['warn', 1],
      ['warn', 1],
    ])
    const ids = { before: before[0]!._id, after: after[0]!._id }
    const one = await operator.call(questions.one, { id: ids.after })
    expect(one.body.tests).toEqual((await operator.call(questions.one, { id: ids.before })).body.tests)
    expect(one.body.tests).toHaveLength(2)
    const variants = (question: string) => world.database.read`
      select num, instructions, content, key, texts from question_variants where question_id = ${question} order by num
    `
    expect([...(await variants(ids.after))]).toEqual([...(await variants(ids.before))])
    expect(await variants(ids.after)).toHaveLength(3)
    expect(await world.database.read`select action from audit where entity_id = ${body.section._id}`).toEqual(
      [{ action: 'material.clone-section' }],
    )
  })

  test('can be added to another level or to a test, and keeps its name by default', async () => {
    const { id } = await made()
    const { levelId } = await made()
    const { body } = await editor.call(clones.section, {
      from: id,
      to: { levelId, chapterNum: 1, test: true },
    })
    expect(body).toMatchObject({ levelId, test: true, section: { num: 2, name: 'Halves', questions: 2 } })
    expect(await listed(levelId, { test: 1 }, 2)).toHaveLength(2)
  })

  test('isn’t changed by later changes to the original', async () => {
    const { id, levelId, first } = await made()
    await editor.call(clones.section, { from: id, to: { levelId, chapterNum: 1 } })
    expect((await editor.call(questions.drop, { id: first })).status).toBe(200)
    expect(await listed(levelId, { chapter: 1 }, 2)).toHaveLength(2)
  })

  test('is refused if the section, the chapter or its test doesn’t exist, and for students', async () => {
    const { id, levelId } = await made()
    const bare = await world.database.write((db) => factories(db).section())
    const to = { levelId, chapterNum: 1 }
    expect((await editor.call(clones.section, { from: newId(), to })).status).toBe(404)
    expect((await editor.call(clones.section, { from: id, to: { ...to, chapterNum: 2 } })).status).toBe(404)
    expect(
      (await editor.call(clones.section, { from: id, to: { levelId: newId(), chapterNum: 1 } })).status,
    ).toBe(404)
    expect(
      (
        await editor.call(clones.section, {
          from: id,
          to: { levelId: bare.levelId, chapterNum: 1, test: true },
        })
      ).status,
    ).toBe(404)
    expect((await editor.call(clones.section, { from: id, to, name: ' ' })).status).toBe(422)
    expect((await student.call(clones.section, { from: id, to })).status).toBe(403)
  })
})
