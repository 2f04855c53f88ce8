import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { trash } from '#features/material/trash/api.ts'
import { ownSections, ownWork } from '#features/practice/answering/api.ts'
import { assigning } from '#features/practice/assigning/api.ts'
import { type Draft, questions } from './api.ts'
import type { Given } from './rules.ts'

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

const sum = (n: number) => ({
  text: `What is $${n} + 1$?`,
  value: String(n + 1),
  steps: n === 1 ? ['Count on.'] : [],
})
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
  test('has 100 questions per page, each with its content, key, status and number of hint steps', async () => {
    const { ask, id, levelId } = await sectionWith(230)
    const first = (await editor.call(questions.list, ask)).body
    expect(first.questions).toHaveLength(100)
    expect(first.next).toBe(100)
    expect(first.questions[0]).toMatchObject({
      levelId,
      chapterNum: 1,
      section: { _id: id, name: expect.stringMatching(/./) as string, num: 1 },
      num: 1,
      answers: { kind: 'fr', parts: [{ kind: 'number', value: '2' }] },
      hintSteps: 1,
      status: 'success',
      version: 1,
    })
    expect(first.questions[0]?.content).toBe('What is $1 + 1$?')
    expect(JSON.stringify(first.questions[0]?.rendered.content)).toContain('What is ')
    expect(first.of).toEqual({ error: 0, warn: 0, success: 230 })
    const last = (await editor.call(questions.list, { ...ask, after: 200 })).body
    expect(last.questions.map(({ num }) => num)).toEqual(
      Array.from({ length: 30 }, (_, index) => 201 + index),
    )
    expect(last.next).toBeNull()
  })

  test('contains keys, so only staff may read it', async () => {
    const { ask } = await sectionWith(1)
    expect((await (await world.as(cast.operator)).call(questions.list, ask)).status).toBe(200)
    expect((await (await world.as(cast.student)).call(questions.list, ask)).status).toBe(403)
    expect((await (await world.as(null)).call(questions.list, ask)).status).toBe(401)
  })

  test('is empty if the section has no questions, and a 404 if the section is unknown', async () => {
    const { ask } = await sectionWith(0)
    expect((await editor.call(questions.list, ask)).body).toEqual({
      questions: [],
      next: null,
      of: { error: 0, warn: 0, success: 0 },
    })
    expect((await editor.call(questions.list, { ...ask, section: 2 })).status).toBe(404)
    expect((await editor.call(questions.list, { ...ask, level: newId() })).status).toBe(404)
    expect((await editor.call(questions.list, { ...ask, chapter: 0 })).status).toBe(422)
    expect((await editor.call(questions.list, { ...ask, test: 1 })).status).toBe(400)
    expect((await editor.call(questions.list, { level: ask.level, section: 1 })).status).toBe(400)
  })
})

const draft = (value: string, more: Partial<Draft> = {}): Draft => ({
  instructions: 'Work it out.',
  content: 'What is $\\frac12$ of 8?',
  answers: {
    kind: 'fr',
    parts: [
      { kind: 'label', text: 'It is $x =$' },
      { kind: 'number', value },
    ],
  },
  hint: null,
  visual: null,
  variables: null,
  tests: [],
  ...more,
})
const answer = (...parts: string[]): Given => ({ kind: 'fr', parts })

describe('writing a question', () => {
  test('requires only the content and the answers', async () => {
    const { ask } = await sectionWith(0)
    const { content, answers } = draft('4')
    const { status, body } = await editor.call(questions.add, { ...ask, content, answers })
    expect([status, body]).toMatchObject([
      201,
      { content, answers, instructions: '', hint: null, visual: null },
    ])
    expect(body).toMatchObject({ variables: null, tests: [] })
  })

  test('accepts every flag of the specification on labels, numbers and expressions', async () => {
    const { ask } = await sectionWith(0)
    const flags = {
      tooltip: 'Help',
      hasAlias: ['4.0'],
      caseSensitive: true,
      rightAlign: true,
      isSuper: false,
    }
    const answers = {
      kind: 'fr' as const,
      parts: [
        { kind: 'label' as const, text: 'It is', ...flags },
        { kind: 'number' as const, value: '4', ...flags },
        { kind: 'expression' as const, value: 'x + 1', ...flags, hasAlias: ['1 + x'] },
      ],
    }
    const { status, body } = await editor.call(questions.add, { ...ask, content: 'What?', answers })
    expect([status, body.answers, body.faults]).toEqual([201, answers, []])
  })

  test('renders and checks the question and asks for a review; the list can be filtered by status and search text', async () => {
    const { ask } = await sectionWith(2)
    const { status, body } = await editor.call(questions.add, { ...ask, ...draft('4') })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      num: 3,
      status: 'warn',
      faults: [],
      version: 1,
      content: 'What is $\\frac12$ of 8?',
      test: false,
    })
    expect(Object.keys(body.rendered.texts).toSorted()).toEqual(['It is $x =$', 'Work it out.'])
    expect(
      (await editor.call(questions.list, { ...ask, status: 'warn' })).body.questions.map(({ num }) => num),
    ).toEqual([3])
    expect(
      (await editor.call(questions.list, { ...ask, search: 'OF 8' })).body.questions.map(({ num }) => num),
    ).toEqual([3])
    expect(
      (await editor.call(questions.list, { ...ask, search: '2' })).body.questions.map(({ num }) => num),
    ).toEqual([2, 3])
  })

  test.each<[string, Draft, string]>([
    ['math that does not render', draft('4', { content: 'What is $\\frac{1}{$?' }), 'can’t be shown'],
    ['a key that isn’t a number', draft('four'), 'is not a number'],
    [
      'a test that fails',
      draft('4', { tests: [{ given: answer('5'), expected: 'correct' }] }),
      'should be correct, but is incorrect',
    ],
    ['no content', draft('4', { content: '' }), 'no content'],
  ])('with %s stores it as unfinished', async (_, part, fault) => {
    const { ask } = await sectionWith(0)
    const { body } = await editor.call(questions.add, { ...ask, ...part })
    expect(body.status).toBe('error')
    expect(body.faults.join(' ')).toContain(fault)
    const review = await editor.call(questions.arrange, { ids: [body._id], status: 'success' })
    expect(review).toMatchObject({ status: 409, body: { code: 'has_faults', nums: [1] } })
  })

  test('after another one renumbers the rest, and a copy comes right after its original', async () => {
    const { ask, list } = await sectionWith(3)
    const added = await editor.call(questions.add, { ...ask, ...draft('4'), behind: 1 })
    expect(added.body.num).toBe(2)
    const copy = await editor.call(questions.clone, { id: list[0]!.id })
    expect(copy.status).toBe(201)
    expect(copy.body).toMatchObject({ num: 2, status: 'warn', content: 'What is $1 + 1$?', hintSteps: 1 })
    const { questions: all } = (await editor.call(questions.list, ask)).body
    expect(all.map(({ _id }) => _id)).toEqual([
      list[0]!.id,
      copy.body._id,
      added.body._id,
      list[1]!.id,
      list[2]!.id,
    ])
  })

  test.each<
    [
      string,
      (place: { ask: { level: string; chapter: number; section: number }; id: string }) => Promise<object>,
    ]
  >([
    ['added', ({ ask }) => editor.call(questions.add, { ...ask, ...draft('4'), behind: 1 })],
    ['copied', ({ id }) => editor.call(questions.clone, { id })],
  ])('a question can’t be %s if a later one already has the highest number', async (_, add) => {
    const { ask, list } = await sectionWith(2)
    await world.database.write((db) => db`update questions set num = 9999 where id = ${list[1]!.id}`)
    expect(await add({ ask, id: list[0]!.id })).toMatchObject({ status: 409, body: { code: 'section_full' } })
  })

  test('requires a review after any change, and creates a revision only if the question itself changed', async () => {
    const { ask } = await sectionWith(0)
    const { _id: id } = (await editor.call(questions.add, { ...ask, ...draft('4') })).body
    const unseen = await editor.call(
      questions.arrange,
      { ids: [id], status: 'success' },
      { headers: { 'if-match': '"7"' } },
    )
    expect(unseen).toMatchObject({ status: 412, body: { current: { _id: id, status: 'warn' } } })
    await editor.call(questions.arrange, { ids: [id], status: 'success' }, { headers: { 'if-match': '"1"' } })
    const same = await editor.call(questions.change, { id, ...draft('4') })
    expect(same.body).toMatchObject({ status: 'success', version: 2 })
    const tested = await editor.call(questions.change, {
      id,
      ...draft('4', { tests: [{ given: answer('4.0'), expected: 'correct' }] }),
    })
    expect(tested.body).toMatchObject({ status: 'warn', tests: [{ expected: 'correct' }] })
    const changed = await editor.call(questions.change, { id, ...draft('5') })
    expect(changed.body).toMatchObject({ status: 'warn', answers: draft('5').answers, tests: [] })
    const revisions = await world.database
      .read`select revision, by from question_revisions where question_id = ${id} order by revision`
    expect([...revisions]).toMatchObject([{ revision: 1 }, { revision: 2, by: cast.editor.id }])
    const stale = await editor.call(
      questions.change,
      { id, ...draft('6') },
      { headers: { 'if-match': '"2"' } },
    )
    expect(stale.status).toBe(412)
  })

  test('is refused with an unknown picture or hint, and nothing is stored', async () => {
    const { ask } = await sectionWith(0)
    const noVisual = await editor.call(questions.add, {
      ...ask,
      ...draft('4', { visual: { image: 'a'.repeat(64), alt: '' } }),
    })
    expect(noVisual.status).toBe(422)
    expect(noVisual.text).toContain('Upload it again')
    const area = { shape: { type: 'circle', x: 500, y: 500, radius: 90 }, name: 'x', isRight: true } as const
    const picture = { image: 'a'.repeat(64), width: 40, height: 30, alt: '' }
    const noPicture = await editor.call(questions.add, {
      ...ask,
      ...draft('4', { answers: { kind: 'hotspot', mode: 'points', picture, areas: [area], most: 1 } }),
    })
    expect(noPicture.status).toBe(422)
    expect(noPicture.text).toContain('/answers/picture')
    expect((await editor.call(questions.add, { ...ask, ...draft('4', { hint: newId() }) })).status).toBe(422)
    expect((await editor.call(questions.list, ask)).body.questions).toEqual([])
  })
})

describe('a random question', () => {
  const random = (more: Partial<Draft> = {}) =>
    draft('{{a + b}}', {
      content: 'What is ${{a}} + {{b}}$?',
      variables: {
        given: [
          { name: 'a', from: '1', to: '9', step: '1' },
          { name: 'b', values: ['1/2', '10'] },
        ],
        derived: [],
        constraints: ['a ≠ 5'],
      },
      ...more,
    })

  test('is checked in all of its variants, which are stored and can be tried out', async () => {
    const { ask } = await sectionWith(0)
    const { body } = await editor.call(questions.add, { ...ask, ...random() })
    expect(body).toMatchObject({
      status: 'warn',
      faults: [],
      content: 'What is ${{a}} + {{b}}$?',
      variables: random().variables,
    })
    const stored = await world.database
      .read`select num, key from question_variants where question_id = ${body._id} order by num`
    expect(stored).toHaveLength(16)
    expect(stored[0]).toMatchObject({ num: 1, key: { parts: [{}, { value: '3/2' }] } })
    expect((await editor.call(questions.try, { id: body._id, given: answer('1.5') })).body.status).toBe(
      'correct',
    )
    expect(
      (await editor.call(questions.try, { id: body._id, given: answer('1.5'), variant: 2 })).body.status,
    ).toBe('incorrect')
    expect(
      (await editor.call(questions.try, { id: body._id, given: answer('1.5'), variant: 20 })).status,
    ).toBe(404)
  })

  test('names the variant that has a fault', async () => {
    const { ask } = await sectionWith(0)
    const { body } = await editor.call(questions.add, {
      ...ask,
      ...random({ content: 'What is ${{a}} / {{1/(a - 3)}}$?' }),
    })
    expect(body.status).toBe('error')
    expect(body.faults[0]).toMatch(/^With a = 3, b = 1\/2: .*no exact value/)
  })

  test('gives each homework one variant, which stays the same when the question changes', async () => {
    const { ask, id: section } = await sectionWith(0)
    const { _id: id } = (await editor.call(questions.add, { ...ask, ...random() })).body
    const operator = await world.as(cast.operator)
    const student = await world.as(cast.student)
    const { body: work } = await operator.call(assigning.homework, {
      id: cast.student.id,
      sections: [section],
    })
    await student.call(ownWork.homework.change, { id: work._id, state: 'started' })
    const before = (await student.call(ownSections.question, { id: work._id, s: 1, n: 1 })).body
    expect(JSON.stringify(before)).not.toContain('{{')
    await editor.call(questions.change, { id, ...draft('7') })
    expect((await student.call(ownSections.question, { id: work._id, s: 1, n: 1 })).body).toEqual(before)
    const [pinned] = await world.database.read<{ key: { parts: { value: string }[] } }[]>`
      select v.key from work_questions q join question_variants v on v.question_id = q.question_id and v.revision = q.revision and v.num = q.variant
      where q.work_id = ${work._id}
    `
    const turn = { seq: 1, answerId: newId(), given: answer(pinned?.key.parts[1]?.value ?? '') }
    expect(
      (await student.call(ownSections.answer, { id: work._id, s: 1, n: 1, ...turn })).body.verdict?.status,
    ).toBe('correct')
  })
})

describe('many questions at once', () => {
  test('are moved after another one in the requested order, and no question number is added or lost', async () => {
    const { ask, list } = await sectionWith(5)
    const [one, two, three, four, five] = list.map(({ id }) => id) as [string, string, string, string, string]
    await editor.call(questions.drop, { id: three })
    expect((await editor.call(questions.arrange, { ids: [five, one], behind: 2 })).body).toEqual({
      changed: 2,
    })
    const rows = (await editor.call(questions.list, ask)).body.questions
    expect(rows.map(({ _id, num }) => [_id, num])).toEqual([
      [two, 1],
      [five, 2],
      [one, 4],
      [four, 5],
    ])
    await editor.call(questions.arrange, { ids: [four], behind: 0 })
    expect((await editor.call(questions.list, ask)).body.questions[0]?._id).toBe(four)
  })

  test('can’t be moved if they are from two sections', async () => {
    const [here, there] = [await sectionWith(1), await sectionWith(1)]
    const both = [here.list[0]!.id, there.list[0]!.id]
    expect((await editor.call(questions.arrange, { ids: both, behind: 0 })).status).toBe(422)
    expect((await editor.call(questions.arrange, { ids: [newId()], status: 'warn' })).status).toBe(404)
  })
})

describe('trying out answers', () => {
  test('returns the verdict on an answer to a stored question, and is refused for students', async () => {
    const { list } = await sectionWith(1)
    const { body } = await editor.call(questions.try, { id: list[0]!.id, given: answer('2.0') })
    expect(body.status).toBe('correct')
    expect((await editor.call(questions.try, { id: list[0]!.id, given: answer('1', '2') })).status).toBe(422)
    expect(
      (await (await world.as(cast.student)).call(questions.try, { id: list[0]!.id, given: answer('2') }))
        .status,
    ).toBe(403)
  })

  test('returns the faults of a draft, and sample answers with their verdicts', async () => {
    const { instructions, content, answers, tests } = draft('1/2')
    const { body } = await editor.call(questions.preview, {
      instructions,
      content,
      answers,
      variables: null,
      tests,
    })
    expect(body.faults).toEqual([])
    const verdicts = Object.fromEntries(body.samples.map(({ words, verdict }) => [words, verdict.status]))
    expect(verdicts).toMatchObject({
      '1/2': 'correct',
      '0.5': 'correct',
      '2/4': 'correct',
      '50%': 'incorrect',
      '.5': 'correct',
      '-1/2': 'incorrect',
    })
  })
})

describe('deleting a question', () => {
  test('removes its unused hint, keeps the other questions’ numbers, and can be undone once', async () => {
    const { ask, list } = await sectionWith(3)
    const [first] = list
    const before = (await editor.call(questions.one, { id: first!.id })).body
    const dropped = await editor.call(questions.drop, { id: first!.id })
    expect(dropped.status).toBe(200)
    expect((await editor.call(questions.list, ask)).body.questions.map(({ num }) => num)).toEqual([2, 3])
    expect((await editor.call(questions.drop, { id: first!.id })).status).toBe(404)
    const unused = await world.database
      .read`select 1 from hints h where not exists (select 1 from question_revisions where hint_id = h.id)`
    expect(unused).toHaveLength(0)
    const trail = await world.database
      .read`select action, person_id, before from audit where entity_id = ${first!.id}`
    expect((await editor.call(trash.restore, { id: dropped.body.trash })).body).toEqual({
      kind: 'question',
      name: 'Question 1',
    })
    expect((await editor.call(questions.one, { id: first!.id })).body).toEqual(before)
    expect((await editor.call(trash.restore, { id: dropped.body.trash })).status).toBe(404)
    expect([...trail]).toMatchObject([
      { action: 'questions.drop', personId: cast.editor.id, before: { content: 'What is $1 + 1$?' } },
    ])
  })

  test('is refused while the question is part of work that students have started', async () => {
    const { id, list } = await sectionWith(2)
    const operator = await world.as(cast.operator)
    const { body } = await operator.call(assigning.homework, { id: cast.student.id, sections: [id] })
    await (await world.as(cast.student)).call(ownWork.homework.change, { id: body._id, state: 'started' })
    const refusal = await editor.call(questions.drop, { id: list[0]!.id })
    expect(refusal.status).toBe(409)
    expect(refusal.text).toContain('Question 1 is used in work that students have started.')
    expect(await world.database.read`select 1 from questions where id = ${list[0]!.id}`).toHaveLength(1)
  })
})
