import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { practice } from '#features/practice/api.ts'
import { questions } from './api.ts'

const world = await openWorld()
let cast: Awaited<ReturnType<typeof makeCast>>
let editor: Caller

const makeCast = () =>
  world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    return {
      editor: await make.staff('editor', null),
      operator: await make.staff('operator', center.id),
      student: await make.student(center.id),
    }
  })

beforeAll(async () => {
  cast = await makeCast()
  editor = await world.as(cast.editor)
})

const sum = (n: number) => ({ text: `What is $${n} + 1$?`, value: String(n + 1), steps: n === 1 ? ['Count on.'] : [] })
async function sectionWith(count: number) {
  return await world.database.write(async (db) => {
    const made = await factories(db).section()
    const list = await factories(db).questions(
      made.id,
      Array.from({ length: count }, (_, index) => sum(index + 1)),
    )
    return { ...made, list, ask: { level: made.levelId, chapter: 1, section: 1 } }
  })
}

describe('the list of a section', () => {
  test('comes a hundred at a time, each with its content, key, status and the length of its hint', async () => {
    const { ask, id, levelId } = await sectionWith(230)
    const first = (await editor.call(questions.list, ask)).body
    expect(first.questions).toHaveLength(100)
    expect(first.next).toBe(100)
    expect(first.questions[0]).toMatchObject({
      levelId,
      chapterNum: 1,
      section: { _id: id, num: 1 },
      num: 1,
      answers: { kind: 'fr', parts: [{ kind: 'number', value: '2' }] },
      hintSteps: 1,
      status: 'success',
      version: 1,
    })
    expect(JSON.stringify(first.questions[0]?.content)).toContain('What is ')
    const last = (await editor.call(questions.list, { ...ask, after: 200 })).body
    expect(last.questions.map(({ num }) => num)).toEqual(Array.from({ length: 30 }, (_, index) => 201 + index))
    expect(last.next).toBeNull()
  })

  test('with keys is for staff alone', async () => {
    const { ask } = await sectionWith(1)
    expect((await (await world.as(cast.operator)).call(questions.list, ask)).status).toBe(200)
    expect((await (await world.as(cast.student)).call(questions.list, ask)).status).toBe(403)
    expect((await (await world.as(null)).call(questions.list, ask)).status).toBe(401)
  })

  test('of a section that is not there is missing', async () => {
    const { ask } = await sectionWith(0)
    expect((await editor.call(questions.list, ask)).body).toEqual({ questions: [], next: null })
    expect((await editor.call(questions.list, { ...ask, section: 2 })).status).toBe(404)
    expect((await editor.call(questions.list, { ...ask, level: newId() })).status).toBe(404)
    expect((await editor.call(questions.list, { ...ask, chapter: 0 })).status).toBe(422)
  })
})

describe('deleting a question', () => {
  test('takes its revisions and its hint with it; the others keep their numbers', async () => {
    const { ask, list } = await sectionWith(3)
    const [first] = list
    expect((await editor.call(questions.drop, { id: first!.id })).status).toBe(204)
    expect((await editor.call(questions.list, ask)).body.questions.map(({ num }) => num)).toEqual([2, 3])
    expect((await editor.call(questions.drop, { id: first!.id })).status).toBe(404)
    const unused = await world.database.read`select 1 from hints h where not exists (select 1 from question_revisions where hint_id = h.id)`
    expect(unused).toHaveLength(0)
    const trail = await world.database.read`select deed, person_id, before from audit where entity_id = ${first!.id}`
    expect([...trail]).toMatchObject([{ deed: 'questions.drop', personId: cast.editor.id, before: { num: 1, source: 'What is $1 + 1$?' } }])
  })

  test('is refused while it stands in work that has begun', async () => {
    const { id, list } = await sectionWith(2)
    const operator = await world.as(cast.operator)
    const { body } = await operator.call(practice.assign, { id: cast.student.id, sections: [id] })
    await (await world.as(cast.student)).call(practice.change, { id: body._id, state: 'started' })
    const refusal = await editor.call(questions.drop, { id: list[0]!.id })
    expect(refusal.status).toBe(409)
    expect(refusal.text).toContain('Question 1 stands in work that students have begun.')
    expect(await world.database.read`select 1 from questions where id = ${list[0]!.id}`).toHaveLength(1)
  })
})
