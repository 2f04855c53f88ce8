import { v7 as newId } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { ownSections, ownWork } from '#features/practice/answering/api.ts'
import { assigning } from '#features/practice/assigning/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { type Draft, questions } from './api.ts'

const world = await openWorld()

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
let cast: Awaited<ReturnType<typeof makeCast>>
let editor: Caller
beforeAll(async () => {
  cast = await makeCast()
  editor = await world.as(cast.editor)
})

async function emptySection() {
  const { id, levelId } = await world.database.write((db) => factories(db).section())
  return { id, ask: { level: levelId, chapter: 1, section: 1 } }
}

const draft = (value: string): Draft => ({
  instructions: '',
  content: 'What is $2 + 2$?',
  answers: { kind: 'fr', parts: [{ kind: 'number', value }] },
  hint: null,
  visual: null,
  variables: null,
  tests: [],
})

test('changed messages about mistakes apply to work already begun, and need a review but no new revision', async () => {
  const { ask, id: section } = await emptySection()
  const { _id: id } = (await editor.call(questions.add, { ...ask, ...draft('4') })).body
  await editor.call(questions.arrange, { ids: [id], status: 'success' })
  const mistakes = [{ given: { kind: 'fr' as const, parts: ['22'] }, message: 'Add them.' }]
  const changedDraft = draft('4')
  const student = await world.as(cast.student)
  const teacher = await world.as(cast.operator)
  const work = (await teacher.call(assigning.homework, { id: cast.student.id, sections: [section] })).body
  await student.call(ownWork.homework.change, { id: work._id, state: 'started' })
  const answers = { ...changedDraft.answers, mistakes } as Draft['answers']
  const changed = await editor.call(questions.change, { id, ...changedDraft, answers })
  expect(changed.body).toMatchObject({ status: 'warn', answers: { mistakes } })
  const of = { id: work._id, s: 1, n: 1, seq: 1, answerId: newId(), given: mistakes[0]!.given }
  const { body } = await student.call(ownSections.answer, of)
  expect(body.verdict).toMatchObject({ status: 'incorrect', mistake: 'Add them.' })
  expect(
    await world.database.read`select revision from question_revisions where question_id = ${id}`,
  ).toEqual([{ revision: 1 }])
})

test('a right answer can’t be listed as a mistake', async () => {
  const { ask } = await emptySection()
  const answers = {
    kind: 'fr' as const,
    parts: [{ kind: 'number' as const, value: '4' }],
    mistakes: [{ given: { kind: 'fr' as const, parts: ['4.0'] }, message: 'No.' }],
  }
  const { body } = await editor.call(questions.add, { ...ask, ...draft('4'), answers })
  expect(body).toMatchObject({
    status: 'error',
    faults: ['The mistake “4.0” is a right answer. Remove its message.'],
  })
})

test('the database refuses a change to the right answer in a stored key', async () => {
  const { ask } = await emptySection()
  const { _id: id } = (await editor.call(questions.add, { ...ask, ...draft('4') })).body
  const change = world.database.write(
    (db) =>
      db`update question_revisions set key = '{"kind": "fr", "parts": [{"kind": "number", "value": "5"}]}' where question_id = ${id}`,
  )
  await expect(change).rejects.toThrow('the key of a stored revision never changes')
})
