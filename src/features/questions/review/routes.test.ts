import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { type Draft, questions } from '../api.ts'
import { putQuestions } from '../revision-queries.ts'
import { reviews } from './api.ts'
import { flagQuestions } from './reviews.ts'

const world = await openWorld()
const { write } = world.database
let cast: Awaited<ReturnType<typeof makeCast>>
let editor: Caller

const makeCast = () =>
  write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    return {
      editor: await make.staff('editor', null),
      colleague: await make.staff('editor', null),
      operator: await make.staff('operator', center.id),
      student: await make.student(center.id),
    }
  })

beforeAll(async () => {
  cast = await makeCast()
  editor = await world.as(cast.editor)
})

const draft: Draft = {
  instructions: '',
  content: 'How many are 2 and 2?',
  answers: { kind: 'fr', parts: [{ kind: 'number', value: '4' }] },
  hint: null,
  visual: null,
  variables: null,
  tests: [],
}

/**
 * Creates a separate level with approved questions. Returns it with functions that add and list its
 * questions.
 */
async function levelWith(count: number) {
  const made = await write(async (db) => {
    const section = await factories(db).section()
    const list = Array.from({ length: count }, (_, n) => ({
      text: `What is ${n} + 1?`,
      value: String(n + 1),
    }))
    return { ...section, list: await factories(db).questions(section.id, list) }
  })
  const ids = made.list.map(({ id }) => id)
  const at = { level: made.levelId, chapter: 1, section: 1 }
  const read = async (more: Partial<Parameters<typeof readQueue>[0]> = {}) => (await readQueue(more)).body
  const readQueue = (more: {
    reason?: 'returned' | 'new' | 'hard' | 'mistake'
    kind?: 'fr' | 'mc'
    author?: string
    after?: string
  }) => editor.call(reviews.queue, { level: made.levelId, ...more })
  return {
    ...made,
    ids,
    read,
    ask: readQueue,
    add: async (content: string, as = editor) =>
      (await as.call(questions.add, { ...draft, ...at, content })).body._id,
    queue: async (more: Partial<Parameters<typeof readQueue>[0]> = {}) =>
      (await read(more)).questions.map(({ content, reasons }) => `${content} ${reasons.join(', ')}`),
  }
}

const approve = (id: string, ifMatch?: number) =>
  editor.call(
    questions.arrange,
    { ids: [id], status: 'success' },
    ifMatch === undefined ? {} : { headers: { 'if-match': `"${ifMatch}"` } },
  )
const change = (id: string, content: string, more: Partial<Draft> = {}) =>
  editor.call(questions.change, { id, ...draft, content, ...more })
const sendBack = (id: string, note = 'Say in what units.') => editor.call(reviews.sendBack, { id, note })

/** Stores statistics about a question, and flags the question as the job would. */
const answered = (id: string, { answers = 40, right = 25, wrong = '' }) =>
  write(async (db) => {
    await db`
      insert into question_difficulties (question_id, answers, right_first, hinted, difficulty) values (${id}, ${answers}, ${right}, 0, 0)
      on conflict (question_id) do update set answers = excluded.answers, right_first = excluded.right_first`
    await db`delete from wrong_answers where question_id = ${id}`
    if (wrong)
      await db`
        insert into wrong_answers (question_id, num, revision, given, children)
        select id, 1, revision, ${db.json({ kind: 'fr', parts: [wrong] })}, 5 from questions where id = ${id}`
    await flagQuestions(db, [id])
  })

describe('the review queue', () => {
  test('lists questions that are new, changed, imported or marked for review, longest wait first, and counts them', async () => {
    const { ids, id: sectionId, add, read, queue } = await levelWith(3)
    expect(await queue()).toEqual([])
    await add('Brand new')
    await change(ids[0]!, 'Changed')
    await write((db) =>
      putQuestions(db, [
        {
          id: newId(),
          sectionId,
          num: 9,
          instructions: '',
          source: 'From a file',
          key: draft.answers,
          hintId: null,
          by: cast.colleague.id,
          imported: true,
        },
      ]),
    )
    await editor.call(questions.arrange, { ids: [ids[1]!], status: 'warn' })
    expect(await queue()).toEqual([
      'Brand new new',
      'Changed changed',
      'From a file imported',
      'What is 1 + 1? marked',
    ])
    const { waiting, questions: lines, next } = await read()
    expect(waiting).toMatchObject({
      all: 4,
      new: 1,
      changed: 1,
      imported: 1,
      marked: 1,
      easy: 0,
      returned: 0,
    })
    expect(lines[0]).toMatchObject({
      level: 'Math 5',
      chapter: 'Chapter 1',
      note: '',
      author: expect.any(String) as string,
    })
    expect(next).toBeNull()
    expect(await queue({ reason: 'new' })).toEqual(['Brand new new'])
  })

  test('drops an approved question, and keeps the place of a waiting one that is changed again', async () => {
    const { add, queue } = await levelWith(0)
    const [first, second] = [await add('First'), await add('Second')]
    await change(first, 'First, better')
    expect(await queue()).toEqual(['First, better new', 'Second new'])
    expect((await approve(first)).status).toBe(200)
    expect(await queue()).toEqual(['Second new'])
    await change(first, 'First, again')
    expect(await queue()).toEqual(['Second new', 'First, again changed'])
    expect((await approve(second, 99)).status).toBe(412)
    expect(await queue()).toHaveLength(2)
  })

  test('lists an approved question if answers suggest a problem, and again after twice as many answers', async () => {
    const { ids, queue, read } = await levelWith(2)
    await answered(ids[0]!, { right: 2, wrong: '7' })
    await answered(ids[1]!, {})
    expect(await queue()).toEqual(['What is 0 + 1? hard, mistake'])
    expect((await read()).waiting).toMatchObject({ all: 1, hard: 1, mistake: 1 })
    expect(await queue({ reason: 'mistake' })).toHaveLength(1)
    await approve(ids[0]!)
    expect(await queue()).toEqual([])
    await answered(ids[0]!, { answers: 79, right: 2 })
    expect(await queue()).toEqual([])
    await answered(ids[0]!, { answers: 80, right: 2 })
    expect(await queue()).toEqual(['What is 0 + 1? hard'])
  })

  test('no longer lists a wrong answer once the question has a message about it', async () => {
    const { ids, queue } = await levelWith(1)
    const given = { kind: 'fr' as const, parts: ['7'] }
    await answered(ids[0]!, { wrong: '7' })
    const { body } = await editor.call(questions.one, { id: ids[0]! })
    const { instructions, content, answers } = body
    await change(ids[0]!, content, {
      instructions,
      answers: { ...answers, mistakes: [{ given, message: 'Count.' }] } as never,
    })
    await answered(ids[0]!, { wrong: '7' })
    expect(await queue()).toEqual(['What is 0 + 1? changed'])
  })

  test('lists a returned question only under the reason “returned” until it is changed, and keeps its note until it is approved', async () => {
    const { add, queue, read } = await levelWith(0)
    const id = await add('Unclear')
    const { status, body } = await sendBack(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ note: 'Say in what units.', status: 'warn' })
    expect(await queue()).toEqual([])
    expect(await queue({ reason: 'returned' })).toEqual(['Unclear returned'])
    expect((await read()).waiting).toMatchObject({ all: 0, returned: 1 })
    await change(id, 'Clear')
    expect(await queue()).toEqual(['Clear changed'])
    expect((await read()).questions[0]?.note).toBe('Say in what units.')
    await approve(id)
    expect((await editor.call(questions.one, { id })).body.note).toBe('')
  })

  test('lists an approved or unfinished question as returned if it is sent back', async () => {
    const { ids, add, queue } = await levelWith(1)
    const unfinished = await add('Half $\\frac{1$')
    await sendBack(ids[0]!)
    expect((await sendBack(unfinished)).body.status).toBe('error')
    expect(await queue({ reason: 'returned' })).toHaveLength(2)
  })

  test('is filtered by course, level, kind of answer and author', async () => {
    const { courseId, add, queue, read } = await levelWith(0)
    await add('Mine')
    await add('Theirs', await world.as(cast.colleague))
    expect(await queue({ author: cast.colleague.id })).toEqual(['Theirs new'])
    expect(await queue({ kind: 'mc' })).toEqual([])
    expect(await queue({ kind: 'fr' })).toHaveLength(2)
    const inCourse = (await editor.call(reviews.queue, { course: courseId })).body
    expect(inCourse.questions).toHaveLength(2)
    expect((await editor.call(reviews.queue, { course: newId() })).body.waiting.all).toBe(0)
    expect((await read()).authors.map(({ _id }) => _id)).toEqual(
      expect.arrayContaining([cast.editor.id, cast.colleague.id]),
    )
  })

  test('has 30 questions per page, and approving a page doesn’t shift the next one', async () => {
    const { id: sectionId, ask } = await levelWith(0)
    await write((db) =>
      putQuestions(
        db,
        Array.from({ length: 70 }, (_, n) => ({
          id: newId(),
          sectionId,
          num: n + 1,
          instructions: '',
          source: `No. ${n}`,
          key: draft.answers,
          hintId: null,
          by: null,
        })),
      ),
    )
    const first = (await ask({})).body
    await editor.call(questions.arrange, { ids: first.questions.map(({ _id }) => _id), status: 'success' })
    const second = (await ask({ after: first.next! })).body
    const third = (await ask({ after: second.next! })).body
    const nums = [first, second, third].flatMap((page) => page.questions.map(({ num }) => num))
    expect(nums.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 70 }, (_, n) => n + 1))
    expect([first, second, third].map((page) => page.questions.length)).toEqual([30, 30, 10])
    expect(third.next).toBeNull()
  })

  test('is for editors only, and refuses invalid input', async () => {
    const { ids, ask } = await levelWith(1)
    for (const who of [cast.operator, cast.student]) {
      const caller = await world.as(who)
      expect((await caller.call(reviews.queue, {})).status).toBe(403)
      expect((await caller.call(reviews.sendBack, { id: ids[0]!, note: 'x' })).status).toBe(403)
    }
    expect((await ask({ after: 'yesterday' })).status).toBe(422)
    expect((await ask({ after: `2026-99-99T00:00:00 ${newId()}` })).status).toBe(422)
    expect((await sendBack(newId())).status).toBe(404)
    expect((await sendBack(ids[0]!, '  ')).status).toBe(422)
    expect((await sendBack(ids[0]!, 'x'.repeat(501))).status).toBe(422)
    const staleVersion = { headers: { 'if-match': '"99"' } }
    expect((await editor.call(reviews.sendBack, { id: ids[0]!, note: 'x' }, staleVersion)).status).toBe(412)
  })
})
