import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { hints } from '#features/material/hints/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { trash } from '#features/material/trash/api.ts'
import { questions } from '../api.ts'
import { type Excerpt, questionSearch } from './api.ts'

const world = await openWorld()
let cast: Awaited<ReturnType<typeof makeCast>>
let editor: Caller

const makeCast = () =>
  world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    const first = await make.section({ levelName: 'Math 4', name: 'Fractions' })
    const other = await make.section({ levelName: 'Math 5', name: 'Shapes' })
    await make.questions(first.id, [
      {
        text: 'Añade $\\frac{3}{4} + \\left(1\\right)$.',
        value: '7/4',
        steps: ['Begin with the *numerator*.'],
      },
      { text: 'How many \\$1{,}250 coins are $2x\\cdot\\pi$?', value: '1.5' },
      { text: 'The same again', value: '97531', instructions: 'Round to tens.' },
    ])
    await make.questions(other.id, [
      {
        text: 'Which has three sides?',
        key: { kind: 'mc', choices: ['A trapezoid', 'A triangle'], correct: [1] },
      },
    ])
    return {
      first,
      other,
      editor: await make.staff('editor', null),
      operator: await make.staff('operator', center.id),
      student: await make.student(center.id),
    }
  })

beforeAll(async () => {
  cast = await makeCast()
  editor = await world.as(cast.editor)
})

const find = async (input: Parameters<typeof search>[0]) => (await search(input)).body.questions
const search = (input: {
  find?: string
  kind?: 'mc' | 'fr' | 'graph'
  status?: 'success' | 'warn' | 'error'
  level?: string
  section?: string
  after?: string
}) => editor.call(questionSearch.find, input)
const places = async (text: string) =>
  (await find({ find: text })).map(({ level, num }) => `${level}, ${num}`)
const written = (excerpt: Excerpt | null | undefined) =>
  excerpt?.map(({ text, found }) => (found ? `[${text}]` : text)).join('')

describe('a search for questions', () => {
  test.each<[string, string, string[]]>([
    ['a word without its accent and in another case', 'ANADE', ['Math 4, 1']],
    ['the beginning of a word', 'coi', ['Math 4, 2']],
    ['the parts of a fraction in TeX', '3/4', ['Math 4, 1']],
    ['a large number without its comma', '1250', ['Math 4, 2']],
    ['a large number with its comma', '1,250', ['Math 4, 2']],
    ['the name of a TeX symbol', 'pi', ['Math 4, 2']],
    ['a variable after a number', 'x', ['Math 4, 2']],
    ['no TeX command for layout', 'left', []],
    ['a word of the hint', 'numerator', ['Math 4, 1']],
    ['an answer', '97531', ['Math 4, 3']],
    ['a decimal answer', '1.5', ['Math 4, 2']],
    ['a choice', 'trapezoid', ['Math 5, 1']],
    ['the instructions', 'round tens', ['Math 4, 3']],
    ['only questions with all words', 'round sides', []],
    ['no question by the name of its kind of answer', 'number', []],
    ['nothing for symbols alone', "% _ \\ '", []],
    ['nothing for spaces', '   ', []],
  ])('finds %s', async (_, text, want) => expect(await places(text)).toEqual(want))

  test('returns the place of each question and marks the words found', async () => {
    const [found] = await find({ find: 'numerator 7' })
    expect(found).toMatchObject({
      level: 'Math 4',
      chapterNum: 1,
      chapter: 'Chapter 1',
      test: false,
      section: { name: 'Fractions', num: 1 },
      kind: 'fr',
      status: 'success',
    })
    expect(written(found?.text)).toBe('Añade 3/4+(1).')
    expect(written(found?.hint)).toBe('Begin with the [numerator].')
    expect(written(found?.answer)).toBe('[7]/4')
  })

  test('can be narrowed by kind, status, level and section, even without words', async () => {
    const { levelId, id } = cast.first
    const nums = async (input: Parameters<typeof search>[0]) =>
      (await find({ level: levelId, ...input })).map(({ num }) => num)
    expect(await nums({})).toEqual([1, 2, 3])
    expect(await nums({ section: id, find: 'the' })).toEqual([1, 3])
    expect(await nums({ status: 'warn' })).toEqual([])
    expect(await nums({ kind: 'mc' })).toEqual([])
    expect((await find({ kind: 'mc', find: 'three' })).map(({ level }) => level)).toEqual(['Math 5'])
    expect((await search({})).body).toEqual({ questions: [], count: 0, next: null })
  })

  test('reflects changes to the question, its status and its hint, as well as deletion and restoration', async () => {
    const { levelId } = cast.other
    const level = { level: levelId, chapter: 1, section: 1 }
    const draft = {
      instructions: '',
      content: 'Zyzzyva',
      answers: { kind: 'fr' as const, parts: [{ kind: 'number' as const, value: '4' }] },
      hint: null,
      visual: null,
      variables: null,
      tests: [],
    }
    const { body: added } = await editor.call(questions.add, { ...level, ...draft })
    expect(await places('zyzz')).toEqual(['Math 5, 2'])
    const hint = (await editor.call(hints.add, { name: 'Beetles', steps: ['Weevil'] })).body
    await editor.call(questions.change, { id: added._id, ...draft, content: 'Quagga', hint: hint._id })
    expect(await places('zyzz')).toEqual([])
    expect(await places('weevil quagga')).toEqual(['Math 5, 2'])
    await editor.call(questions.arrange, { ids: [added._id], status: 'success' })
    expect(await find({ find: 'quagga', status: 'success' })).toHaveLength(1)
    await editor.call(hints.change, { id: hint._id, name: 'Beetles', steps: ['Ladybird'] })
    expect(await places('weevil')).toEqual([])
    expect(await places('ladybird')).toEqual(['Math 5, 2'])
    const { body: dropped } = await editor.call(questions.drop, { id: added._id })
    expect(await places('quagga')).toEqual([])
    await editor.call(trash.restore, { id: dropped.trash })
    expect(await places('quagga')).toEqual(['Math 5, 2'])
  })

  test('returns 50 questions per page and counts at most 1,000', async () => {
    const many = await world.database.write(async (db) => {
      const section = await factories(db).section({ levelName: 'Many' })
      await factories(db).questions(
        section.id,
        Array.from({ length: 120 }, (_, n) => ({ text: `Xylophone ${n}`, value: '1' })),
      )
      return section
    })
    const pages = [await search({ find: 'xylo' })]
    while (pages.at(-1)?.body.next)
      pages.push(await search({ find: 'xylo', after: pages.at(-1)?.body.next ?? '' }))
    const nums = pages.flatMap(({ body }) => body.questions.map(({ num }) => num))
    expect(pages.map(({ body }) => [body.questions.length, body.count])).toEqual([
      [50, 120],
      [50, 120],
      [20, 120],
    ])
    expect(nums).toEqual(Array.from({ length: 120 }, (_, n) => n + 1))
    await world.database.write(
      (db) => db`
        with q as (insert into questions (id, section_id, num) select gen_random_uuid(), ${many.id}, n from generate_series(1001, 2000) n returning id)
        insert into question_revisions (question_id, revision, source, content, key) select id, 1, 'Xylophone', '[]', '{"kind": "fr", "parts": []}' from q`,
    )
    expect((await search({ find: 'xylo' })).body.count).toBe(1000)
  })

  test('is for all staff but nobody else, and refuses invalid input', async () => {
    expect(
      (await (await world.as(cast.operator)).call(questionSearch.find, { find: 'sides' })).body.count,
    ).toBe(1)
    expect((await (await world.as(cast.student)).call(questionSearch.find, { find: 'sides' })).status).toBe(
      403,
    )
    expect((await (await world.as(null)).call(questionSearch.find, { find: 'sides' })).status).toBe(401)
    expect((await search({ find: 'x'.repeat(101) })).status).toBe(422)
    expect((await search({ level: 'none' })).status).toBe(400)
    expect((await find({ level: newId() })).length).toBe(0)
    expect((await search({ find: 'sides', after: newId() })).body.questions).toHaveLength(1)
  })
})
