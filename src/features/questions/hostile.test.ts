import { beforeAll, describe, expect, test } from 'vitest'
import { hints } from '#features/material/hints/api.ts'
import { ownSections, ownWork } from '#features/practice/answering/api.ts'
import { assigning } from '#features/practice/assigning/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import type { ContentNode } from '#shared/content.ts'
import { type Draft, questions } from './api.ts'
import type { AnswerKey } from './rules.ts'

/** Harmful input from authors: markup and math (reliability B12, T35), and graphs (B13). */
const world = await openWorld()
let editor: Caller
let operator: Caller
let centerId = ''

beforeAll(async () => {
  const cast = await world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    return {
      center,
      editor: await make.staff('editor', null),
      operator: await make.staff('operator', center.id),
    }
  })
  centerId = cast.center.id
  editor = await world.as(cast.editor)
  operator = await world.as(cast.operator)
})

const draft = (more: Partial<Draft>): Draft => ({
  instructions: '',
  content: 'What is it?',
  answers: { kind: 'fr', parts: [{ kind: 'number', value: '4' }] },
  hint: null,
  visual: null,
  variables: null,
  tests: [],
  ...more,
})

/** Creates a section, and returns it with a function that adds questions to it. */
async function inSection() {
  const section = await world.database.write((db) => factories(db).section())
  const add = (more: Partial<Draft>, raw?: object) => {
    const request = { level: section.levelId, chapter: 1, section: 1, ...draft(more) }
    return editor.call(questions.add, request, raw ? { raw: { ...request, ...raw } } : {})
  }
  return { ...section, add }
}

/** Assigns a section as homework to a new student, who starts it. */
async function begun(sectionId: string) {
  const someone = await world.database.write((db) => factories(db).student(centerId))
  const student = await world.as(someone)
  const { _id: id } = (await operator.call(assigning.homework, { id: someone.id, sections: [sectionId] }))
    .body
  await student.call(ownWork.homework.change, { id, state: 'started' })
  return { id, student }
}

const tags =
  /^(p|br|strong|em|code|[uo]l|li|blockquote|table|thead|tbody|t[rhd]|span|svg|path|line|semantics|annotation|m[a-z]+)$/

/** Finds all content nodes in a value, at any depth. */
function nodesIn(value: unknown): Exclude<ContentNode, string>[] {
  if (value === null || typeof value !== 'object') return []
  const inner = Object.values(value).flatMap(nodesIn)
  return 'tag' in value && 'children' in value ? [value as Exclude<ContentNode, string>, ...inner] : inner
}

function expectHarmless(body: unknown) {
  for (const { tag, attrs = {} } of nodesIn(body)) {
    expect(tag).toMatch(tags)
    expect(
      Object.keys(attrs).filter((name) => /^on|href|src|^id$|action|formaction|xlink/i.test(name)),
    ).toEqual([])
    expect(attrs['style'] ?? '').not.toMatch(/url|[()\\@]|fixed|absolute|expression/)
  }
}

const shown: [string, string][] = [
  ['a script', '<script>alert(1)</script>'],
  ['a picture with a script', '<img src=x onerror=alert(1)>'],
  ['a javascript: address', '[x](javascript:alert(1)) <a href="javascript:alert(1)">x</a>'],
  ['an SVG with a script', '<svg/onload=alert(1)><use href="data:image/svg+xml,x"/></svg>'],
  ['an iframe', '"><iframe srcdoc="<script>alert(1)</script>">'],
  ['a style', '<style>*{display:none}</style>'],
  ['escaped markup', '&lt;script&gt;alert(1)&lt;/script&gt; &#x3c;b&#62;'],
  ['markup in math', '$\\text{<img src=x onerror=alert(1)>}$'],
  ['invisible characters', 'pay\u200bpal\u200d \ufeff\u2060'],
  ['stacked combining marks', `x${'\u0301'.repeat(150)}`],
  ['endless asterisks', '*'.repeat(190)],
  ['endless brackets', '[('.repeat(95)],
  ['nested quotations', `${'> '.repeat(90)}x`],
  ['nested lists', `${'- '.repeat(90)}x`],
  ['a template', '{{constructor.constructor("alert(1)")()}} ${alert(1)}'],
]

const refused: [string, string][] = [
  ['a link', '\\href{javascript:alert(1)}{x}'],
  ['a bare URL', '\\url{https://example.org}'],
  ['a picture', '\\includegraphics[width=9cm]{https://example.org/a.png}'],
  ['an id', '\\htmlId{root}{x}'],
  ['a class', '\\htmlClass{danger}{x}'],
  ['a style', '\\htmlStyle{position:fixed}{x}'],
  ['an attribute', '\\htmlData{onclick=alert(1)}{x}'],
  ['exponentially growing definitions', '\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{xx}\\a'],
  ['an endless definition', '\\gdef\\x{\\x\\x}\\x'],
  ['an expanded definition', '\\edef\\x{1}\\x'],
  ['a custom command', '\\newcommand{\\x}{y}\\x'],
  ['a file', '\\input{/etc/passwd}'],
  ['a shell command', '\\write18{ls}'],
  ['a composed command name', '\\csname def\\endcsname'],
  ['a changed character category', '\\catcode`\\@=11'],
  ['deeply nested braces', `${'{'.repeat(60)}x${'}'.repeat(60)}`],
  ['a missing brace', '\\frac{1}{2'],
  ['an extra brace', '\\frac{1}{2}}'],
  ['a wide table', `\\begin{matrix}${'&'.repeat(150)}`],
]

describe('author input', () => {
  const everywhere = (text: string): Partial<Draft> => ({
    instructions: text,
    content: `Look: ${text}`,
    answers: {
      kind: 'fr',
      parts: [
        { kind: 'label', text },
        { kind: 'select', options: [text, 'b'], correct: 1, tooltip: text.slice(0, 200) },
        { kind: 'manual', prompt: text },
        { kind: 'work', prompt: text },
      ],
    },
  })

  test.each(shown)('%s is harmless when it is shown to staff and students', async (_, text) => {
    const { id, add } = await inSection()
    const hint = (await editor.call(hints.add, { name: '', steps: [text] })).body._id
    const { status, body } = await add({ ...everywhere(text), hint })
    expect([status, body.faults]).toEqual([201, []])
    expectHarmless(body.rendered)
    const { id: work, student } = await begun(id)
    const question = await student.call(ownSections.question, { id: work, s: 1, n: 1 })
    expect(question.status).toBe(200)
    expectHarmless(question.body)
    const step = await student.call(ownSections.hint, { id: work, s: 1, n: 1, num: 1 })
    expect(step.body.hints).toHaveLength(1)
    expectHarmless(step.body)
    const choices = await add({ answers: { kind: 'mc', choices: [text, 'b'], correct: [1] } })
    expect(choices.status).toBe(201)
    expectHarmless(choices.body.rendered)
  })

  test.each(refused)(
    '%s in math makes the question unfinished: its source is shown, and it can’t be assigned',
    async (_, tex) => {
      const { id, add } = await inSection()
      const { status, body } = await add(everywhere(`$${tex}$`))
      expect(status).toBe(201)
      expect(body.status).toBe('error')
      expect(body.faults.length).toBeGreaterThanOrEqual(2)
      expect((await editor.call(hints.add, { name: '', steps: [`$${tex}$`] })).status).toBe(422)
      expectHarmless(body.rendered)
      expect(
        nodesIn(body.rendered).some(
          ({ attrs, children }) => attrs?.['class'] === 'broken-tex' && children[0] === tex,
        ),
      ).toBe(true)
      const someone = await world.database.write((db) => factories(db).student(centerId))
      expect((await operator.call(assigning.homework, { id: someone.id, sections: [id] })).status).toBe(422)
    },
  )

  test.each([
    ['a NUL', 'a\u0000b'],
    ['a right-to-left override', 'a\u202eb'],
    ['a left-to-right isolate', 'a\u2066b'],
    ['a control character', 'a\u001bb'],
  ])('%s is refused in every text field, and nothing is stored', async (_, text) => {
    const { levelId, add } = await inSection()
    const key: AnswerKey = { kind: 'mc', choices: [text, 'b'], correct: [1] }
    for (const more of [{ instructions: text }, { content: text }, { answers: key }])
      expect((await add(more)).status).toBe(400)
    expect(
      (await editor.call(questions.list, { level: levelId, chapter: 1, section: 1 })).body.questions,
    ).toEqual([])
  })

  test('may have up to 4,000 characters per text', async () => {
    const { add } = await inSection()
    for (const [length, status] of [
      [4000, 201],
      [4001, 422],
      [10_000, 422],
    ] as const) {
      expect((await add({ content: 'x'.repeat(length) })).status).toBe(status)
      expect((await add({ instructions: 'x'.repeat(length) })).status).toBe(status)
    }
    expect((await add({ content: 'x '.repeat(200_000) })).status).toBe(413)
  })

  test('the output for the maximum amount of math is limited, for fixed and random questions', async () => {
    const { add } = await inSection()
    const options = (part: number, hole: string) =>
      Array.from({ length: 20 }, (_, at) => `$${part}${at}${hole}${'\\frac{x}{2}'.repeat(13)}$`)
    const answers = (parts: number, hole = ''): AnswerKey => ({
      kind: 'fr',
      parts: Array.from({ length: parts }, (_, part) => ({
        kind: 'select' as const,
        options: options(part, hole),
        correct: 0,
      })),
    })
    const many = await add({ answers: answers(45) })
    expect([many.status, many.body.status]).toEqual([201, 'error'])
    expect(many.text.length).toBeLessThan(5_000_000)
    const variables = {
      given: [{ name: 'a', from: '1', to: '200', step: '1' }],
      derived: [],
      constraints: [],
    }
    const random = await add({ variables, answers: answers(10, '{{a}}') })
    expect([random.status, random.body.status]).toEqual([201, 'error'])
    expect(random.body.faults.join(' ')).toContain('more math than can be shown')
    const holes = await add({ variables, content: '{{a}} '.repeat(500) })
    expect(holes.body.faults).toEqual(['There are more than 300 placeholders for values.'])
  })
})

const paper = {
  xlabel: 'x',
  ylabel: 'y',
  graphName: '',
  xmin: -9,
  xmax: 9,
  xminor: 1,
  xmajor: 3,
  ymin: -9,
  ymax: 9,
  yminor: 1,
  ymajor: 3,
}
const point = (more: object = {}) => ({
  kind: 'graph',
  drawType: 'point',
  graphType: 'cartesian',
  labeled: false,
  settings: { ...paper, ...more },
  answer: [{ x: 1, y: 2 }],
})

describe('a graph', () => {
  test.each<[string, object, number]>([
    ['a limit that is null', { xmin: null }, 400],
    ['a limit that is a string', { xmin: '-9' }, 400],
    ['a missing limit', { xmax: undefined }, 400],
    ['a limit of 1e308', { xmax: 1e308 }, 400],
    ['a limit over a billion', { xmax: 2e9 }, 422],
    ['an unknown setting', { color: 'red' }, 400],
    ['an axis name of 51 letters', { xlabel: 'x'.repeat(51) }, 422],
  ])('with %s is refused', async (_, more, status) => {
    const { add } = await inSection()
    expect((await add({}, { answers: point(more) })).status).toBe(status)
  })

  test.each<[string, object, number]>([
    ['an unknown figure', { drawType: 'spiral' }, 400],
    ['a coordinate of 61 characters', { coordinates: [{ x: '1'.repeat(61), y: '2' }] }, 422],
    ['a coordinate that is a number instead of text', { coordinates: [{ x: 1, y: 2 }] }, 400],
    [
      '101 pairs of coordinates',
      { coordinates: Array.from({ length: 101 }, () => ({ x: '1', y: '2' })) },
      422,
    ],
  ])('whose answer has %s is refused', async (_, more, status) => {
    const { add } = await inSection()
    expect((await add({}, { answers: { ...point(), ...more } })).status).toBe(status)
  })

  test.each<[string, object]>([
    [
      'that is a circle with a radius of 0',
      {
        drawType: 'circle',
        answer: [
          { x: 1, y: 2 },
          { x: 1, y: 2 },
        ],
      },
    ],
    ['that is a curve on a number line', { drawType: 'parabola', graphType: 'line' }],
    ['with a coordinate that isn’t a number', { coordinates: [{ x: 'Infinity', y: '2' }] }],
    ['with a coordinate that takes forever to calculate', { coordinates: [{ x: '{{9^9^9^9}}', y: '2' }] }],
  ])('%s is unfinished', async (_, more) => {
    const { add } = await inSection()
    const { status, body } = await add({}, { answers: { ...point(), ...more } })
    expect([status, body.status]).toEqual([201, 'error'])
  })

  test.each<[string, object]>([
    ['whose axis starts and ends at the same number', { xmin: 9 }],
    ['whose axis ends before it starts', { ymin: 9, ymax: -9 }],
    ['with a step of zero', { xminor: 0 }],
    ['with a negative step', { xmajor: -3 }],
    ['with a million grid lines', { xminor: 0.000018 }],
    ['with a million axis numbers', { ymajor: 0.000018 }],
    ['with a step of a billionth', { yminor: 1e-9 }],
    ['whose answer is outside the axes', { xmin: 2 }],
  ])('%s is unfinished and can’t be assigned', async (_, more) => {
    const { id, add } = await inSection()
    const { status, body } = await add({}, { answers: point(more) })
    expect([status, body.status]).toEqual([201, 'error'])
    expect(body.faults.join(' ')).not.toBe('')
    const someone = await world.database.write((db) => factories(db).student(centerId))
    expect((await operator.call(assigning.homework, { id: someone.id, sections: [id] })).status).toBe(422)
  })

  test.each(['{"xmin": NaN}', '{"xmin": Infinity}', '{"xmin": 1e999}', '{"xmin": 0x10}'])(
    'with %s in its JSON is refused',
    async (text) => {
      const response = await world.app.inject({
        method: 'POST',
        url: '/api/bl/questions/preview',
        headers: {
          cookie: editor.cookie,
          'x-xsrf-token': /XSRF-TOKEN=([^;]+)/.exec(editor.cookie)?.[1] ?? '',
          'content-type': 'application/json',
        },
        payload: JSON.stringify({ answers: point() }).replace('"xmin":-9', text.slice(1, -1)),
      })
      expect(response.statusCode).toBe(400)
    },
  )
})
