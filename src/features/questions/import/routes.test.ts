import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { assigning } from '#features/practice/assigning/api.ts'
import { questions } from '../api.ts'
import { openDatabase } from '#server/db.ts'
import { putRun } from '#server/runs.ts'
import { readSettings } from '#server/settings.ts'
import { imports } from './api.ts'
import { importQuestions } from './jobs.ts'
import { eventually } from '#tests/eventually.ts'

const world = await openWorld()
const unknown = newId()
const lines = readFileSync(join(import.meta.dirname, '../../../../tests/fixtures/questions.jsonl'), 'utf8')
const bad = `${lines}{"question": "How many?", "answer": "I don't know.\\n#### many"}\nno JSON\n`

let cast: Awaited<ReturnType<typeof makeCast>>
let editor: Caller
let operator: Caller

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
  operator = await world.as(cast.operator)
})

/** Creates a new section, so that tests don't affect each other's question numbers. */
async function section() {
  const made = await world.database.write((db) => factories(db).section())
  return { id: made.id, place: { levelId: made.levelId, chapterNum: 1, sectionNum: 1 } }
}
const listed = (levelId: string, after = 0) =>
  editor.call(questions.list, { level: levelId, chapter: 1, section: 1, after })
const stored = async (sectionId: string) =>
  (await world.database.read`select id from questions where section_id = ${sectionId}`).length
const ended = (id: string) =>
  eventually(async () => {
    const { body } = await editor.call(imports.one, { id })
    expect(['done', 'failed']).toContain(body.state)
    return body
  })
async function run(place: { levelId: string; chapterNum: number; sectionNum: number }, text = lines) {
  const { status, body } = await editor.call(imports.start, { ...place, lines: text, dryRun: false })
  expect(status).toBe(201)
  return await ended(body.import!._id)
}
/** Inserts an import without queuing its job, so that the test can run the job itself. */
async function queued(sectionId: string, text = lines, total = 12) {
  const id = newId()
  await world.database.write((db) =>
    putRun(db, { id, kind: 'questions', sectionId, by: cast.editor.id, input: { lines: text }, total }),
  )
  return id
}
const work = (id: string) => importQuestions({ id }, { database: world.database, settings: readSettings({}) })

test('an import finishes even though a worker runs only one of its transactions at a time', async () => {
  const { id } = await section()
  const database = openDatabase(world.url, { pool: 2 })
  onTestFinished(() => database.close())
  const importId = await queued(id)
  await importQuestions(
    { id: importId },
    { database: { ...database, write: database.writeInJob }, settings: readSettings({}) },
  )
  expect(await stored(id)).toBe(12)
}, 30_000)

describe('a dry run', () => {
  test('counts the valid lines, shows three questions as students see them, and stores nothing', async () => {
    const { id, place } = await section()
    const { status, body } = await editor.call(imports.start, { ...place, lines, dryRun: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ import: null, checked: { fine: 12, wrong: 0, errors: [] } })
    expect(body.checked.preview).toHaveLength(3)
    expect(body.checked.preview[0]).toMatchObject({
      line: 1,
      answers: { kind: 'fr', parts: [{ kind: 'number', value: '18' }] },
      hint: [expect.anything(), expect.anything()],
    })
    expect(JSON.stringify(body.checked.preview)).not.toContain('&lt;&lt;')
    expect(await stored(id)).toBe(0)
    expect(await world.database.read`select 1 from runs where section_id = ${id}`).toHaveLength(0)
    expect(await world.database.read`select 1 from audit where action = 'questions.import'`).toHaveLength(0)
  })

  test('lists each invalid line with its error', async () => {
    const { place } = await section()
    const { body } = await editor.call(imports.start, { ...place, lines: bad, dryRun: true })
    expect(body.checked).toMatchObject({ fine: 12, wrong: 2 })
    expect(body.checked.errors.map(({ line }) => line)).toEqual([13, 14])
    expect(body.checked.errors[0]?.message).toContain('many')
  })

  test('lists only the first 100 invalid lines if there are thousands', async () => {
    const { place } = await section()
    const { body } = await editor.call(imports.start, { ...place, lines: '{\n'.repeat(3000), dryRun: true })
    expect(body.checked).toMatchObject({ fine: 0, wrong: 3000 })
    expect(body.checked.errors).toHaveLength(100)
  })

  test('reads a table of questions and answers', async () => {
    const { place } = await section()
    const { body } = await editor.call(imports.start, {
      ...place,
      lines: 'question,answer\n2 + 2?,4\nWho barks?,a dog',
      dryRun: true,
    })
    expect(body.checked).toMatchObject({
      fine: 2,
      wrong: 0,
      preview: [{}, { answers: { parts: [{ kind: 'words', value: 'a dog' }] } }],
    })
  })
})

describe('an import', () => {
  test('stores every question with its key and hint, in the order of the lines, as needing review', async () => {
    const { id, place } = await section()
    expect(await run(place)).toMatchObject({ ...place, state: 'done', done: 12, total: 12, error: null })
    const { body } = await listed(place.levelId)
    expect(body.next).toBeNull()
    expect(body.questions.map(({ num, status, hintSteps }) => [num, status, hintSteps])).toEqual([
      [1, 'warn', 2],
      [2, 'warn', 1],
      [3, 'warn', 2],
      [4, 'warn', 2],
      [5, 'warn', 1],
      [6, 'warn', 2],
      [7, 'warn', 1],
      [8, 'warn', 1],
      [9, 'warn', 1],
      [10, 'warn', 1],
      [11, 'warn', 2],
      [12, 'warn', 2],
    ])
    expect(body.questions[11]).toMatchObject({
      section: { _id: id, num: 1 },
      chapterNum: 1,
      answers: { kind: 'fr', parts: [{ kind: 'number', value: '14400' }] },
    })
    const steps = await world.database.read<{ source: string }[]>`select source from hint_steps`
    expect(steps.some(({ source }) => source.includes('<<'))).toBe(false)
    const trail = await world.database
      .read`select action, person_id, after from audit where action like 'questions.import%' and after ->> 'sectionId' = ${id} order by id`
    expect([...trail]).toMatchObject([
      { action: 'questions.import', personId: cast.editor.id, after: { total: 12 } },
      { action: 'questions.imported', personId: cast.editor.id, after: { from: 1, to: 12 } },
    ])
  })

  test('adds its questions at the end of the section, ready to be assigned', async () => {
    const { id, place } = await section()
    await world.database.write((db) =>
      factories(db).questions(id, [{ text: 'What is $1 + 1$?', value: '2' }]),
    )
    await run(place)
    expect((await listed(place.levelId)).body.questions.map(({ num }) => num)).toEqual(
      Array.from({ length: 13 }, (_, index) => index + 1),
    )
    const { body } = await operator.call(assigning.homework, { id: cast.student.id, sections: [id] })
    expect(body.questions).toBe(13)
  })

  test('notifies the person who started it of its progress', async () => {
    const { place } = await section()
    const heard: { channel: string; topic: string; id: string; done: number; total: number }[] = []
    await world.database.listen(
      'live',
      (payload) => heard.push(JSON.parse(payload)),
      () => {},
    )
    const text = Array.from({ length: 250 }, (_, n) =>
      JSON.stringify({ question: `What is ${n} + 1?`, answer: `#### ${n + 1}` }),
    ).join('\n')
    const { _id: id } = await run(place, text)
    // Events from earlier tests may still arrive, and identical events at the same moment are sent only once.
    const progress = () => heard.filter((event) => event.id === id)
    await expect.poll(() => [...new Set(progress().map(({ done }) => done))]).toEqual([100, 200, 250])
    expect(progress()[0]).toMatchObject({
      channel: `person:${cast.editor.id}`,
      topic: 'import',
      id,
      total: 250,
    })
  })

  test('with an invalid line stores nothing and names the line', async () => {
    const { id, place } = await section()
    const { status, text } = await editor.call(imports.start, { ...place, lines: bad, dryRun: false })
    expect(status).toBe(422)
    expect(JSON.parse(text)).toMatchObject({
      code: 'wrong_lines',
      errors: [{ path: '/lines/13' }, { path: '/lines/14' }],
    })
    expect(await stored(id)).toBe(0)
    expect((await editor.call(imports.list, place)).body).toEqual([])
  })

  test('appears at the top of its section’s list, and its lines are deleted once it is done', async () => {
    const { id, place } = await section()
    const first = await run(place)
    const second = await run(place)
    expect((await editor.call(imports.list, place)).body.map(({ _id }) => _id)).toEqual([
      second._id,
      first._id,
    ])
    expect(
      await world.database.read`select 1 from runs where section_id = ${id} and input is not null`,
    ).toHaveLength(0)
  })

  test('is refused while another import into the same section is running', async () => {
    const { id, place } = await section()
    await queued(id)
    const { status, text } = await editor.call(imports.start, { ...place, lines, dryRun: false })
    expect(status).toBe(409)
    expect(text).toContain('Another import into this section is running.')
  })

  test('runs only once if its request is repeated with the same Idempotency-Key', async () => {
    const { id, place } = await section()
    const headers = { 'idempotency-key': newId() }
    const [first, again] = [
      await editor.call(imports.start, { ...place, lines, dryRun: false }, { headers }),
      await editor.call(imports.start, { ...place, lines, dryRun: false }, { headers }),
    ]
    expect(again.body).toEqual(first.body)
    await ended(first.body.import!._id)
    expect(await stored(id)).toBe(12)
  })
})

describe('the import job', () => {
  test('stores the questions only once even if it runs twice, in sequence or at the same time', async () => {
    const { id } = await section()
    const queue = await queued(id)
    await Promise.all([work(queue), work(queue)])
    await work(queue)
    expect(await stored(id)).toBe(12)
    expect((await editor.call(imports.one, { id: queue })).body).toMatchObject({ state: 'done', done: 12 })
  })

  test('starts over if it is interrupted', async () => {
    const { id } = await section()
    const queue = await queued(id)
    await world.database.write((db) => db`update runs set state = 'running', done = 7 where id = ${queue}`)
    await work(queue)
    expect(await stored(id)).toBe(12)
  })

  test('stores nothing and reports the failure if it fails halfway', async () => {
    const { id, place } = await section()
    await world.database.write((db) => factories(db).questions(id, [{ text: 'The last', value: '1' }]))
    await world.database.write((db) => db`update questions set num = 9995 where section_id = ${id}`)
    const { _id, ...outcome } = await run(place)
    expect(outcome).toMatchObject({
      state: 'failed',
      done: 0,
      error: 'Question numbers in a section go up to 9999.',
    })
    expect(await stored(id)).toBe(1)
    expect((await run((await section()).place)).state).toBe('done')
  })

  test('stores nothing of an import that fails in the database, reports the error, and doesn’t run it again', async () => {
    const { id } = await section()
    const queue = await queued(id)
    await world.database.write(
      (db) =>
        db`alter table questions add constraint unlucky check (num <> 5 or section_id <> ${db.unsafe(`'${id}'`)}) not valid`,
    )
    await expect(work(queue)).rejects.toThrow('unlucky')
    expect(await stored(id)).toBe(0)
    expect(
      await world.database
        .read`select 1 from hints h where not exists (select 1 from question_revisions where hint_id = h.id)`,
    ).toHaveLength(0)
    expect((await editor.call(imports.one, { id: queue })).body).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('nothing was saved'),
    })
    await world.database.write((db) => db`alter table questions drop constraint unlucky`)
    await work(queue)
    expect(await stored(id)).toBe(0)
  })
})

describe('permissions and invalid input', () => {
  test('only editors and admins may import', async () => {
    const { place } = await section()
    const request = { ...place, lines, dryRun: true }
    expect((await operator.call(imports.start, request)).status).toBe(403)
    expect((await (await world.as(cast.student)).call(imports.start, request)).status).toBe(403)
    expect((await (await world.as(cast.student)).call(imports.list, place)).status).toBe(403)
    expect((await (await world.as(null)).call(imports.start, request)).status).toBe(401)
  })

  test('an unknown section, chapter, level or import returns a 404', async () => {
    const { place } = await section()
    const start = (wrong: object) => editor.call(imports.start, { ...place, ...wrong, lines, dryRun: false })
    expect((await start({ sectionNum: 2 })).status).toBe(404)
    expect((await start({ chapterNum: 2 })).status).toBe(404)
    expect((await start({ levelId: unknown })).status).toBe(404)
    expect((await editor.call(imports.list, { ...place, sectionNum: 2 })).status).toBe(404)
    expect((await editor.call(imports.one, { id: unknown })).status).toBe(404)
  })

  test.each([
    ['no lines', { lines: '' }, 422],
    ['only blank lines', { lines: '\n \n' }, 422],
    ['lines that aren’t text', { lines: ['{}'] }, 400],
    ['a forbidden character', { lines: 'a\u0000b' }, 400],
    ['an invalid section number', { lines: 'x', sectionNum: 1.5 }, 400],
    ['more than 3 MiB', { lines: 'x'.repeat(3 * 1024 * 1024) }, 413],
  ])('%s is refused', async (_, wrong, status) => {
    const { place } = await section()
    const raw = { ...place, dryRun: false, ...wrong }
    expect((await editor.call(imports.start, raw as never, { raw })).status).toBe(status)
  })

  test('text over 2 MiB, but within the body limit, is reported as a line with an error', async () => {
    const { place } = await section()
    const { body } = await editor.call(imports.start, {
      ...place,
      lines: 'x'.repeat(2 * 1024 * 1024 + 1),
      dryRun: true,
    })
    expect(body.checked).toMatchObject({ fine: 0, errors: [{ line: 1 }] })
  })
})
