import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { questions } from '#features/questions/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { trash } from '../trash/api.ts'
import { hints } from './api.ts'
import { moved } from './hint-steps.ts'

const world = await openWorld()
let editor: Caller
let manager: Caller

beforeAll(async () => {
  const cast = await world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    return { editor: await make.staff('editor', null), manager: await make.staff('manager', center.id) }
  })
  editor = await world.as(cast.editor)
  manager = await world.as(cast.manager)
})

const added = async (name = 'Counting on', steps = ['Begin with $7$.', 'Count on.']) =>
  (await editor.call(hints.add, { name, steps })).body
const actions = async (entity: string) =>
  (await world.database.read`select action from audit where entity_id = ${entity} order by id`).map(
    ({ action }) => action as string,
  )
/** Adds a question with its own hint. */
const question = () =>
  world.database.write(async (db) => {
    const make = factories(db)
    const section = await make.section({ name: 'Sums' })
    const [one] = await make.questions(section.id, [
      { text: 'What is $7 + 5$?', value: '12', steps: ['Begin with seven marbles.'] },
    ])
    return { id: one!.id, levelId: section.levelId }
  })
const giveHint = async (id: string, hint: string | null) => {
  const { instructions, content, answers, variables, tests } = (await editor.call(questions.one, { id })).body
  return await editor.call(questions.change, {
    id,
    instructions,
    content,
    answers,
    variables,
    tests,
    visual: null,
    hint,
  })
}

describe('hints', () => {
  test('an editor can add, change, delete and restore a hint, and identical changes aren’t recorded twice', async () => {
    const hint = await added('Making ten')
    expect(hint).toMatchObject({ name: 'Making ten', version: 1, questions: 0, users: [] })
    expect(hint.steps.map(({ source }) => source)).toEqual(['Begin with $7$.', 'Count on.'])
    expect(JSON.stringify(hint.steps[0]?.content)).toContain('math')
    const id = hint._id
    const change = (steps: string[], version: number) =>
      editor.call(
        hints.change,
        { id, name: 'Making ten', steps },
        { headers: { 'if-match': `"${version}"` } },
      )
    expect((await change(['Count on.', 'Begin with $7$.'], 1)).body).toMatchObject({
      version: 2,
      steps: [{ source: 'Count on.' }, {}],
    })
    expect((await change(['Count on.', 'Begin with $7$.'], 2)).body).toMatchObject({ version: 2 })
    expect(await change(['Other.'], 1)).toMatchObject({ status: 412, body: { current: { version: 2 } } })
    const dropped = await editor.call(hints.drop, { id })
    expect(dropped.status).toBe(200)
    expect((await editor.call(hints.one, { id })).status).toBe(404)
    expect((await editor.call(trash.restore, { id: dropped.body.trash })).body).toEqual({
      kind: 'hint',
      name: 'Making ten',
    })
    expect((await editor.call(hints.one, { id })).body).toMatchObject({
      version: 2,
      steps: [{ source: 'Count on.' }, {}],
    })
    expect(await actions(id)).toEqual(['hints.add', 'hints.change', 'hints.drop'])
  })

  test('a hint can be deleted after its question, and must be restored before it', async () => {
    const { id } = await question()
    const hint = await added('Doubling')
    await giveHint(id, hint._id)
    const dropped = (await editor.call(questions.drop, { id })).body
    const shared = (await editor.call(hints.drop, { id: hint._id })).body
    const early = await editor.call(trash.restore, { id: dropped.trash })
    expect(early).toMatchObject({ status: 409, body: { code: 'parent_gone' } })
    expect((await editor.call(trash.restore, { id: shared.trash })).status).toBe(200)
    expect((await editor.call(trash.restore, { id: dropped.trash })).status).toBe(200)
    expect((await editor.call(questions.one, { id })).body.hint).toBe(hint._id)
  })

  test('a hint lists its questions, and can’t be deleted while it is used in a question or in an earlier version of one', async () => {
    const { id, levelId } = await question()
    const hint = await added('Doubles')
    expect((await giveHint(id, hint._id)).status).toBe(200)
    expect((await editor.call(hints.one, { id: hint._id })).body).toMatchObject({
      questions: 1,
      users: [{ _id: id, levelId, chapterNum: 1, test: false, num: 1, section: { num: 1, name: 'Sums' } }],
    })
    expect(await editor.call(hints.drop, { id: hint._id })).toMatchObject({
      status: 409,
      body: { code: 'in_use', questions: 1 },
    })
    await giveHint(id, null)
    expect((await editor.call(hints.one, { id: hint._id })).body).toMatchObject({ questions: 0, users: [] })
    const older = await editor.call(hints.drop, { id: hint._id })
    expect(older).toMatchObject({ status: 409, body: { code: 'in_use' } })
    expect(older.text).toContain('Earlier versions of questions still have this hint')
  })

  test.each<[string, string[], number, string]>([
    ['a blank step', ['Begin.', '  '], 422, '/steps/1'],
    ['math that can’t be shown', ['Begin.', '$\\frac{1$'], 422, '/steps/1'],
    ['no step', [], 422, '/steps'],
    ['41 steps', Array.from({ length: 41 }, () => 'Go on.'), 422, '/steps'],
    ['a step that is too long', ['x'.repeat(4001)], 422, '/steps/0'],
    ['a NUL character', ['a\u0000'], 400, '/steps/0'],
  ])('a hint with %s is refused', async (_, steps, status, path) => {
    const { status: addStatus, body } = await editor.call(hints.add, { name: '', steps })
    expect(addStatus).toBe(status)
    expect((body as unknown as { errors: { path: string }[] }).errors[0]?.path).toBe(path)
  })

  test('hints are for editors and admins only', async () => {
    const hint = await added()
    expect((await manager.call(hints.list, {})).status).toBe(403)
    expect((await manager.call(hints.one, { id: hint._id })).status).toBe(403)
    expect((await manager.call(hints.add, { name: 'Mine', steps: ['Begin.'] })).status).toBe(403)
    expect((await editor.call(hints.one, { id: newId() })).status).toBe(404)
  })

  test('a preview renders steps, lists their faults and stores nothing', async () => {
    const before = await world.database.read`select id from hints`
    const { body } = await editor.call(hints.preview, { steps: ['Begin with $7$.', '$\\frac{1$', ''] })
    expect(body.map(({ faults }) => faults.length)).toEqual([0, 1, 0])
    expect(await world.database.read`select id from hints`).toHaveLength(before.length)
  })
})

describe('the list of hints', () => {
  test('separates shared hints from hints that belong to one question, counts their uses, and searches names and steps', async () => {
    const { id } = await question()
    const hint = await added('Zebra crossings', ['Look at <stripes>.'])
    await giveHint(id, hint._id)
    const { id: other } = await question()
    await added('aardvarks')
    const names = async (search?: string) =>
      (await editor.call(hints.list, { search })).body.hints.map(({ name }) => name)
    expect(await names()).toEqual((await names()).toSorted((a, b) => a.localeCompare(b)))
    expect(await names('STRIPES')).toEqual(['Zebra crossings'])
    expect(await names('zebra')).toEqual(['Zebra crossings'])
    const zebra = (await editor.call(hints.list, { search: 'zebra' })).body
    expect(zebra).toMatchObject({
      count: 1,
      next: null,
      hints: [{ steps: 1, questions: 1, first: { source: 'Look at <stripes>.' } }],
    })
    const own = (await editor.call(hints.list, { of: 'own', search: 'marbles' })).body
    const { hint: hintOfOther } = (await editor.call(questions.one, { id: other })).body
    expect(own.hints.map(({ _id }) => _id)).toContain(hintOfOther)
    expect(own.hints.every(({ name }) => name === '')).toBe(true)
  })

  test('continues after the first fifty', async () => {
    for (let at = 0; at < 51; at += 1) await added(`Walrus ${String(at).padStart(2, '0')}`)
    const { body: first } = await editor.call(hints.list, { search: 'walrus' })
    expect([first.hints.length, first.count]).toEqual([50, 51])
    const { body: rest } = await editor.call(hints.list, { search: 'walrus', after: first.next! })
    expect(rest.hints.map(({ name }) => name)).toEqual(['Walrus 50'])
    expect(rest.next).toBeNull()
  })
})

test.each([
  [[1, 2, 3], 0, 2, [2, 3, 1]],
  [[1, 2, 3], 2, 0, [3, 1, 2]],
  [[1, 2, 3], 1, 1, [1, 2, 3]],
  [[1, 2, 3], 9, 0, [1, 2, 3]],
])('%j with the item at %i moved to %i is %j', (list, from, to, after) =>
  expect(moved(list, from, to)).toEqual(after),
)
