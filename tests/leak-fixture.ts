import sharp from 'sharp'
import { hints } from '#features/material/hints/api.ts'
import { visuals } from '#features/material/visuals/api.ts'
import { type Draft, questions } from '#features/questions/api.ts'
import type { AnswerKey, Given } from '#features/questions/rules.ts'
import { factories } from './factories.ts'
import { figures, graphs, lines, pictures } from './leak-drawings.ts'
import type { Caller, World } from './world.ts'

/**
 * A question whose secrets can be recognized wherever they turn up (reliability T18). Only staff may see
 * `never`. Students see `solution` once the question is over, and `steps` one by one as they reveal its hint.
 * `wrong` is a valid but wrong answer.
 */
export type LeakCase = {
  what: string
  draft: Draft
  never: string[]
  solution: string[]
  steps: string[]
  wrong: Given
}

export type Secret = Pick<LeakCase, 'what' | 'never' | 'solution' | 'wrong'> & {
  answers: AnswerKey
  variables?: Draft['variables']
  tests?: Given[]
}

const fr = (...parts: Extract<Given, { kind: 'fr' }>['parts']): Given => ({ kind: 'fr', parts })

/** Letters that don't occur in any text of the product. */
const letters = [...'ѢѠѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎ']
const letter = (seed: number, at: number) => letters[(seed * 10 + at) % letters.length] as string

/** Returns questions with a single part, with a table, or with parts that a person grades. */
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

/** Returns questions with a part that follows from another, expressions with options, and a matrix. */
function algebra(seed: number): Secret[] {
  const number = (at: number) => `7${seed}50${String(at).padStart(3, '0')}`
  return [
    {
      what: 'a part that follows from an earlier one',
      answers: {
        kind: 'fr',
        parts: [
          { kind: 'number', value: number(25) },
          {
            kind: 'number',
            value: String(2 * Number(number(26))),
            follows: `a - ${number(25)} + 2*${number(26)}`,
          },
        ],
      },
      // Adding 10 to the first part adds 10 to the second.
      never: [number(26)],
      solution: [number(25), String(2 * Number(number(26)))],
      wrong: fr('1', '2'),
    },
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
 * Creates two sections of questions with secrets, written by an editor. Each also has an unfinished question,
 * which no student gets.
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
