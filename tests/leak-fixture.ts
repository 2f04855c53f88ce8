import sharp from 'sharp'
import { hints } from '#features/material/hints/api.ts'
import { visuals } from '#features/material/visuals/api.ts'
import { type Draft, questions } from '#features/questions/api.ts'
import { pointsOf } from '#features/questions/kinds/graph/points.ts'
import { Figure } from '#features/questions/kinds/graph/settings.ts'
import type { AnswerKey, Given } from '#features/questions/rules.ts'
import { factories } from './factories.ts'
import type { Caller, World } from './world.ts'

/**
 * Question whose secrets can be recognized wherever they turn up (reliability T18). Only staff may see
 * `never`. Students see `solution` once the question is over, and `steps` as they reveal its hint, one by
 * one. `wrong` is a valid but wrong answer.
 */
export type LeakCase = {
  what: string
  draft: Draft
  never: string[]
  solution: string[]
  steps: string[]
  wrong: Given
}

type Secret = Pick<LeakCase, 'what' | 'never' | 'solution' | 'wrong'> & {
  answers: AnswerKey
  variables?: Draft['variables']
  tests?: Given[]
}

const fr = (...parts: Extract<Given, { kind: 'fr' }>['parts']): Given => ({ kind: 'fr', parts })

/** Letters that don't occur in any text of the product. */
const letters = [...'ѢѠѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎ']
const letter = (seed: number, at: number) => letters[(seed * 10 + at) % letters.length] as string

/**
 * Returns parts that are answered with text, each with the right answer, another right answer, and a wrong
 * one.
 */
function textParts(seed: number): Secret[] {
  const number = (at: number) => `7${seed}50${String(at).padStart(3, '0')}`
  const word = (name: string) => `zq${seed}${name}`
  const names = (from: number, most: number) =>
    Array.from({ length: most }, (_, at) => letter(seed, from + at)).join('')
  const one = (
    what: string,
    part: Extract<AnswerKey, { kind: 'fr' }>['parts'][number],
    never: string[],
    wrong: string,
    tests: string[] = [],
  ) => ({
    what,
    answers: { kind: 'fr' as const, parts: [part] },
    never: [...never, ...tests],
    solution: 'value' in part ? [part.value] : [],
    wrong: fr(wrong),
    tests: tests.map((text) => fr(text)),
  })
  const bounds = { tolerance: { abs: `0.${number(3)}` }, weight: 7, form: 'decimal' as const }
  const twice = {
    value: `${number(5)}xy`,
    hasAlias: [`${number(6)}x+${number(7)}y`],
    form: 'simplified' as const,
    variables: ['x', 'y'],
  }
  return [
    one(
      'a number',
      { kind: 'number', value: number(1), hasAlias: [number(2)], ...bounds },
      [number(2), `0.${number(3)}`],
      '1',
      [number(4)],
    ),
    one(
      'a number with its unit',
      { kind: 'number', value: number(22), unit: 'zqunit', hasAlias: [number(23)], convertUnits: true },
      [number(23)],
      '1 cm',
    ),
    one('an expression', { kind: 'expression', ...twice }, twice.hasAlias, 'x', [`${number(8)}x`]),
    one(
      'a letter',
      { kind: 'letter', value: letter(seed, 0), hasAlias: [letter(seed, 1)], caseSensitive: true },
      [letter(seed, 1)],
      'a',
    ),
    one(
      'words',
      { kind: 'words', value: word('value'), hasAlias: [word('alias')], patterns: [`${word('pattern')}*`] },
      [word('alias'), word('pattern')],
      'no',
      [word('test')],
    ),
    one(
      'a line',
      { kind: 'line', figure: 'segment', value: names(2, 2), hasAlias: [names(3, 2)] },
      [names(3, 2)],
      'AB',
    ),
    one(
      'an interval',
      { kind: 'interval', value: `[1, ${number(20)})`, hasAlias: [`{${number(21)}}`] },
      [number(21)],
      '[1, 2)',
    ),
    one('an angle', { kind: 'angle', value: names(5, 3), hasAlias: [names(6, 3)] }, [names(6, 3)], 'ABC'),
    {
      ...one('a choice from a list', { kind: 'select', options: ['cm', 'm', 'km'], correct: seed }, [], '0'),
      solution: [],
    },
    {
      what: 'a table to fill in',
      answers: {
        kind: 'fr',
        columns: 2,
        parts: [
          { kind: 'label', text: 'x' },
          { kind: 'label', text: 'y' },
          { kind: 'number', value: number(24) },
          { kind: 'words', value: word('cell') },
        ],
      },
      never: [],
      solution: [number(24), word('cell')],
      wrong: fr('1', 'no'),
    },
    {
      what: 'parts that a person grades, among others',
      answers: {
        kind: 'fr',
        parts: [
          { kind: 'label', text: 'So many:' },
          { kind: 'number', value: number(10) },
          { kind: 'manual', prompt: 'Say why.' },
          { kind: 'work', prompt: 'Draw it.', lines: 5 },
        ],
      },
      never: [],
      solution: [number(10)],
      wrong: fr('1', 'Because.', { text: '', strokes: [[0, 0, 9, 9]] }),
    },
  ]
}

const paper = {
  xlabel: 'x',
  ylabel: 'y',
  graphName: '',
  xmin: -9,
  xmax: 9,
  xminor: 0.5,
  xmajor: 3,
  ymin: -9,
  ymax: 9,
  yminor: 0.5,
  ymajor: 3,
}

const placeOf = (seed: number, at: number) => 1 + (at % 5) + (700_000 + seed * 10_000 + at * 100 + 7) / 1e6

function graphs(seed: number): Secret[] {
  const count = { point: 2, line: 2, segment: 2, ray: 2, polygon: 3 } as const
  return (Object.keys(count) as (keyof typeof count)[]).map((drawType, kind) => {
    const place = placeOf(seed, kind)
    const answer = Array.from({ length: count[drawType] }, (_, at) => ({
      x: place + at,
      y: at === 1 ? -place : place / 2,
      label: `zq${seed}${drawType}${at}`,
    }))
    const wrong = answer.map((_, at) => ({ x: at, y: at === 1 ? 1 : 0, label: 'ABC'[at] ?? '' }))
    return {
      what: `a graph of a ${drawType}`,
      answers: { kind: 'graph', drawType, graphType: 'cartesian', labeled: true, settings: paper, answer },
      never: [],
      solution: answer.flatMap(({ x, y, label }) => [String(x), String(y), label]),
      wrong: { kind: 'graph', points: wrong },
    }
  })
}

/** Returns expressions whose keys have options, and a matrix. */
function algebra(seed: number): Secret[] {
  const number = (at: number) => `7${seed}50${String(at).padStart(3, '0')}`
  return [
    {
      what: 'an antiderivative',
      answers: {
        kind: 'fr',
        parts: [
          {
            kind: 'expression',
            value: `${number(30)}x+C`,
            hasAlias: [`${number(31)}x+C`],
            plusConstant: true,
          },
        ],
      },
      never: [`${number(31)}x`],
      solution: [`${number(30)}x+C`],
      wrong: fr('x+C'),
    },
    {
      what: 'an expression with a tolerance',
      answers: {
        kind: 'fr',
        parts: [{ kind: 'expression', value: `${number(32)}x`, tolerance: { abs: `0.${number(33)}` } }],
      },
      never: [`0.${number(33)}`],
      solution: [`${number(32)}x`],
      wrong: fr('x'),
    },
    {
      what: 'a matrix',
      answers: {
        kind: 'matrix',
        entries: { kind: 'number', rows: [[`7${seed}88001`], [`7${seed}88002`]] },
        sizeByStudent: true,
      },
      never: [],
      solution: [`7${seed}88001`, `7${seed}88002`],
      wrong: { kind: 'matrix', rows: [['1', '2']] },
    },
  ]
}

/** Returns curves and half-planes. */
function figures(seed: number): Secret[] {
  return Figure.options.map((figure, kind) => {
    const place = placeOf(seed, kind + 5)
    const ys = [place / 2, place, -place].slice(0, pointsOf[figure].least)
    const answer = ys.map((y, at) => ({ x: place + at, y }))
    return {
      what: `a graph of a ${figure}`,
      answers: {
        kind: 'graph',
        drawType: figure,
        graphType: 'cartesian',
        labeled: false,
        settings: paper,
        answer,
        dashed: figure === 'halfPlane',
      },
      never: [],
      solution: answer.flatMap(({ x, y }) => [String(x), String(y)]),
      wrong: { kind: 'graph', figure, points: answer.map((_, at) => ({ x: at, y: [1, 2, -1][at] ?? 0 })) },
    }
  })
}

/** Returns multiple-choice and sentence questions and a random question. */
function wholes(seed: number): Secret[] {
  const choices = ['one', 'two', 'three', 'four']
  const tiles = ['zqb', 'zqa', 'zqd', 'zqc']
  const ordered = (by: number) => [...tiles.slice(by), ...tiles.slice(0, by)].join(' ')
  const sentence = (name: string) => `zq${seed}${name}a zq${seed}${name}s zq${seed}${name}t`
  const run = (at: number) => `7${seed}6${at}000`
  const variables = {
    given: [
      { name: 'a', values: [run(1), run(2), run(3)] },
      { name: 'b', from: run(4), to: `7${seed}64040`, step: '10' },
    ],
    derived: [{ name: 'c', value: `a + ${run(5)}` }],
    constraints: [`a ≠ ${run(6)}`],
  }
  return [
    {
      what: 'one choice',
      answers: { kind: 'mc', choices, correct: [seed] },
      never: [],
      solution: [],
      wrong: { kind: 'mc', picked: [0] },
    },
    {
      what: 'several choices',
      answers: { kind: 'mc', choices, correct: [seed, 3], perChoice: true },
      never: [],
      solution: [],
      wrong: { kind: 'mc', picked: [0] },
    },
    {
      what: 'a sentence',
      answers: {
        kind: 'sentence',
        value: sentence('value'),
        hasAlias: [sentence('alias')],
        caseSensitive: true,
        punctuation: true,
      },
      never: [sentence('alias'), sentence('test')],
      solution: [sentence('value')],
      wrong: { kind: 'sentence', text: 'No.' },
      tests: [{ kind: 'sentence', text: sentence('test') }],
    },
    {
      what: 'a sentence made of given words',
      answers: {
        kind: 'sentence',
        value: ordered(seed),
        hasAlias: [ordered(seed + 1)],
        words: [...tiles, 'zqe'],
      },
      never: [ordered(seed + 1)],
      solution: [ordered(seed)],
      wrong: { kind: 'sentence', text: 'zqe' },
    },
    {
      what: 'items to put in order',
      answers: { kind: 'order', items: seed === 1 ? ['zqg', 'zqf', 'zqh'] : ['zqh', 'zqf', 'zqg'] },
      never: [],
      solution: [],
      wrong: { kind: 'order', places: [0, 1, 2] },
    },
    {
      what: 'items to match with groups',
      answers: {
        kind: 'match',
        groups: ['zqi', 'zqj'],
        items: [
          { text: 'zqk', group: seed === 1 ? 0 : 1 },
          { text: 'zql', group: seed === 1 ? 1 : 0 },
        ],
      },
      never: [],
      solution: [],
      wrong: { kind: 'match', groups: [0, 0] },
    },
    {
      what: 'a random question',
      answers: { kind: 'fr', parts: [{ kind: 'number', value: '{{c}}', hasAlias: [`{{c + ${run(7)}}}`] }] },
      variables,
      // The secrets of its variants are read from the database.
      never: [run(4), run(5), run(6), run(7), `7${seed}64040`],
      solution: [],
      wrong: fr('1'),
    },
  ]
}

/** Returns questions that are answered on a picture. */
function pictures(seed: number, image: string): Secret[] {
  const picture = { image, width: 12, height: 9, alt: 'A plain field' }
  return [
    {
      what: 'areas on a picture to choose from',
      answers: {
        kind: 'hotspot',
        mode: 'areas',
        picture,
        areas: [200, 500, 800].map((x, at) => ({
          shape: { type: 'circle', x, y: 500, radius: 80 },
          name: `zqarea${at}`,
          isRight: at === seed,
        })),
      },
      never: [],
      solution: [],
      wrong: { kind: 'hotspot', mode: 'areas', picked: [0] },
    },
    {
      what: 'points on a picture',
      answers: {
        kind: 'hotspot',
        mode: 'points',
        picture,
        areas: [
          {
            shape: { type: 'rectangle', x: 130 + seed, y: 770 + seed, width: 111, height: 121 + seed },
            name: `zq${seed}right`,
            isRight: true,
          },
          {
            shape: { type: 'circle', x: 800, y: 300, radius: 50 },
            name: `zq${seed}beside`,
            isRight: false,
          },
        ],
        most: 2,
      },
      never: [`zq${seed}right`, `zq${seed}beside`],
      solution: [`"x":${130 + seed},"y":${770 + seed}`],
      wrong: { kind: 'hotspot', mode: 'points', points: [{ x: 10, y: 10 }] },
    },
  ]
}

/** Returns a number line and a solution line by line. */
const lines = (seed: 1 | 2): Secret[] => [
  {
    what: 'a number line',
    answers: {
      kind: 'numberLine',
      settings: {
        ...paper,
        xmin: 7_000_000,
        xmax: 8_000_000,
        xminor: 1000,
        xmajor: 100_000,
      },
      value: `[7${seed}85000, 7${seed}87000)`,
    },
    never: [],
    solution: [`[7${seed}85000, 7${seed}87000)`, `7${seed}85000`, `7${seed}87000`],
    wrong: { kind: 'numberLine', text: '{7900000}' },
  },
  {
    what: 'a solution line by line',
    answers: {
      kind: 'derivation',
      // The first line determines the solution, so the keys only differ in how they are written.
      start: 'zx + 1 = 7654322',
      goal: 'solved',
      value: seed === 1 ? 'x = 7654321/z' : '7654321/z = x',
      most: 6,
    },
    never: [],
    solution: [seed === 1 ? 'x = 7654321/z' : '7654321/z = x'],
    wrong: { kind: 'derivation', lines: ['x = 5/z'] },
  },
]

/** Returns questions for one section. The two seeds differ only in their secrets. */
const casesOf = (seed: 1 | 2, image: string): LeakCase[] =>
  [
    ...textParts(seed),
    ...algebra(seed),
    ...graphs(seed),
    ...figures(seed),
    ...wholes(seed),
    ...pictures(seed, image),
    ...lines(seed),
  ].map(({ answers, variables = null, tests = [], ...secret }, at) => ({
    ...secret,
    steps: [`zq${seed}step${at}one`, `zq${seed}step${at}two`],
    never: [...secret.never, `zq${seed}hint${at}`, 'zqpicture'],
    draft: {
      instructions: 'Think.',
      content: variables ? 'What follows from ${{a}}$?' : `Asked: ${secret.what}.`,
      answers,
      variables,
      hint: null,
      visual: { image, alt: 'A plain field' },
      tests: tests.map((given) => ({ given, expected: 'incorrect' as const })),
    },
  }))

const blank = sharp({ create: { width: 12, height: 9, channels: 3, background: '#2a6' } })

/**
 * Creates two sections of questions with secrets, written by an editor, and one unfinished question that no
 * student gets.
 */
export async function leakFixture(world: World, editor: Caller) {
  const data = (await blank.png().toBuffer()).toString('base64')
  const { image } = (await editor.call(visuals.add, { name: 'zqpicture.png', data })).body
  const staged = async (seed: 1 | 2) => {
    const { id, levelId } = await world.database.write((db) => factories(db).section())
    const at = { level: levelId, chapter: 1, section: 1 }
    const add = async (draft: Draft) => (await editor.call(questions.add, { ...at, ...draft })).body
    const cases = casesOf(seed, image)
    for (const [index, { what, draft, steps }] of cases.entries()) {
      const hint = (await editor.call(hints.add, { name: `zq${seed}hint${index}`, steps })).body._id
      const { status, faults } = await add({ ...draft, hint })
      if (status !== 'warn') throw new Error(`${what}: ${faults.join(' ')}`)
    }
    const [{ draft }] = cases as [LeakCase]
    const key: AnswerKey = { kind: 'fr', parts: [{ kind: 'number', value: `zq${seed}unfinished` }] }
    const unfinished = await add({ ...draft, content: `zq${seed}unfinished`, answers: key })
    return { id, levelId, cases, questionId: unfinished._id }
  }
  return [await staged(1), await staged(2)] as const
}
