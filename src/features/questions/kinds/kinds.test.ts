import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AnswerKey,
  AnswerKind,
  checkGiven,
  checkKey,
  Given,
  grade,
  renderedBy,
  samplesOf,
  show,
  Shown,
  solutionOf,
} from '../rules.ts'
import { Part } from './fr/fr.ts'
import { isFigure } from './graph/points.ts'
import { DrawType } from './graph/settings.ts'

/**
 * Tests that every answer kind must pass, for any question and any input (product §7; reliability T18, T22,
 * B14).
 */
const paper = {
  xlabel: '',
  ylabel: '',
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
const graph = (drawType: DrawType, ...points: [x: number, y: number][]): AnswerKey => ({
  kind: 'graph',
  drawType,
  graphType: 'cartesian',
  labeled: false,
  settings: paper,
  answer: points.map(([x, y]) => ({ x, y })),
})
const picture = { image: '8'.repeat(64), width: 800, height: 500, alt: 'A pond' }
const areas: Extract<AnswerKey, { kind: 'hotspot' }>['areas'] = [
  { shape: { type: 'rectangle', x: 100, y: 100, width: 200, height: 300 }, name: 'herons', isRight: true },
  { shape: { type: 'circle', x: 700, y: 500, radius: 86 }, name: 'storks', isRight: true },
  {
    shape: {
      type: 'polygon',
      corners: [
        { x: 400, y: 735 },
        { x: 500, y: 900 },
        { x: 300, y: 900 },
      ],
    },
    name: 'cats',
    isRight: false,
  },
]
const parts: Part[] = [
  { kind: 'number', value: '-735.25', hasAlias: ['8642'], tolerance: { abs: '0.01' } },
  { kind: 'number', value: '735/4', form: 'reduced' },
  { kind: 'number', value: '735', unit: 'herons', convertUnits: true },
  { kind: 'expression', value: '735x+86y', hasAlias: ['735(x+9)'], form: 'simplified' },
  { kind: 'expression', value: '735x+C', plusConstant: true },
  { kind: 'expression', value: 'y=735x+86', hasAlias: ['735x'], tolerance: { percent: '1' } },
  { kind: 'letter', value: 'Ж', caseSensitive: true },
  {
    kind: 'words',
    value: 'seven herons',
    hasAlias: ['eight storks'],
    patterns: ['[the] (seven|7) heron*'],
    caseSensitive: true,
  },
  { kind: 'select', options: ['cm', 'm', 'km'], correct: 1 },
  { kind: 'line', figure: 'ray', value: 'ЖЩ' },
  { kind: 'angle', value: 'ЖЩЮ' },
  { kind: 'interval', value: '[-735, 86) ∪ {8642}', hasAlias: ['{735}'] },
  { kind: 'manual' },
  { kind: 'work' },
  { kind: 'label', text: 'And so on' },
]
const single = parts
  .filter(({ kind }) => kind !== 'label')
  .map((part): AnswerKey => ({ kind: 'fr', parts: [part] }))
const keys: AnswerKey[] = [
  ...single,
  { kind: 'fr', parts },
  { kind: 'fr', parts: [...parts.slice(0, 2), ...parts.slice(-1), ...parts.slice(2, 3)], columns: 2 },
  { kind: 'mc', choices: ['a', 'b', 'c', 'd'], correct: [1] },
  { kind: 'mc', choices: ['a', 'b', 'c', 'd'], correct: [1, 3], perChoice: true },
  {
    kind: 'sentence',
    value: 'Seven herons stand, still.',
    hasAlias: ['Herons are still.'],
    caseSensitive: true,
    punctuation: true,
  },
  { kind: 'sentence', value: 'cats like milk', words: ['milk', 'dogs', 'cats', 'like'] },
  {
    kind: 'sentence',
    value: 'Cats, like milk',
    hasAlias: Array.from({ length: 20 }, (_, num) => `Cat ${num}`),
    words: ['milk', 'dogs', 'cats', 'like'],
  },
  { kind: 'order', items: ['third', 'first', 'second'] },
  {
    kind: 'match',
    groups: ['even', 'odd'],
    items: [
      { text: '4', group: 0 },
      { text: '7', group: 1 },
    ],
  },
  { kind: 'numberLine', settings: paper, value: '[-7, 3) ∪ {5} ∪ (6, ∞)' },
  {
    kind: 'matrix',
    entries: {
      kind: 'number',
      rows: [
        ['735', '-86.42'],
        ['8642', '735/86'],
      ],
    },
  },
  { kind: 'matrix', entries: { kind: 'expression', rows: [['735x'], ['x+8642']] }, sizeByStudent: true },
  { kind: 'derivation', start: '2x + 735 = 9377', goal: 'solved', value: 'x = 4321', most: 6 },
  { kind: 'derivation', start: '735(a + 8642)', goal: 'expanded', value: '735a + 6351870', most: 20 },
  { kind: 'hotspot', mode: 'areas', picture, areas },
  { kind: 'hotspot', mode: 'points', picture, areas, most: 3 },
  graph('point', [1, 2], [3, -4]),
  graph('line', [0, 1], [1, 3]),
  graph('segment', [0, 0], [4, 2]),
  graph('ray', [1, 1], [3, 2]),
  graph('polygon', [0, 0], [4, 0], [4, 4]),
  graph('circle', [1, 2], [4, 6]),
  graph('parabola', [1, -3], [2, -1]),
  graph('absolute', [-2, 1], [-1, 3]),
  graph('sine', [0, 1], [2, 4]),
  graph('exponential', [0, 1], [1, 2]),
  graph('shiftedExponential', [0, -2], [1, -1], [4, -3]),
  graph('halfPlane', [0, 1], [1, 3], [-3, 4]),
]
const named = keys.map(
  (key) => [key.kind === 'fr' ? key.parts.map(({ kind }) => kind).join(' ') : key.kind, key] as const,
)

test('every answer kind and every kind of part is tested here', () => {
  expect(new Set(keys.map(({ kind }) => kind))).toEqual(new Set(AnswerKind.options))
  const kindsOfParts = Part.options.map(({ shape }) => shape.kind.value)
  expect(new Set(parts.map(({ kind }) => kind))).toEqual(new Set(kindsOfParts))
  expect(new Set(keys.flatMap((key) => (key.kind === 'graph' ? key.drawType : [])))).toEqual(
    new Set(DrawType.options),
  )
})

describe.each(named)('%s', (_, key) => {
  test('has no faults and accepts its model answer', () => {
    expect(checkKey(AnswerKey.parse(key))).toEqual([])
    const solution = solutionOf(key)
    expect(Given.parse(solution)).toEqual(solution)
    expect(checkGiven(key, solution)).toBeNull()
    const waits = key.kind === 'fr' && key.parts.some(({ kind }) => kind === 'manual' || kind === 'work')
    if (!waits) expect(grade(key, solution)).toMatchObject({ status: 'correct', score: 1 })
  })

  test('shows students only the fields of the schema `Shown`', () => {
    const shown = JSON.parse(JSON.stringify(show(key, renderedBy({})))) as unknown
    expect(Shown.parse(shown)).toEqual(shown)
  })

  test('has at most twenty samples, which fit the question and don’t repeat', () => {
    const samples = samplesOf(key)
    expect(samples.length).toBeLessThanOrEqual(20)
    expect(new Set(samples.map((sample) => JSON.stringify(sample))).size).toBe(samples.length)
    for (const sample of samples) expect(checkGiven(key, Given.parse(sample))).toBeNull()
  })
})

/** Returns a seeded generator of whole numbers below a bound. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return Math.floor(((state >>> 8) / 2 ** 24) * below)
  }
}
type Roll = (below: number) => number

const pieces =
  `∞ ∪ ∅ [-7, 3) {5} 0 1 9 1e999 1e-400 9^9^9 1/0 -0 ½ ¾ 1,000 . , % ( ) [ ] { } | \\ \\frac{ \\sqrt{ \\left( \\angle ∠ < > = ≤ x y A B A' A_1 ' " ’ “ … — no\u00a0one ` +
  `<script> \u200b \u202e \u0000 \ud835 e\u0301 ﷽ ｆ Ⅷ ٣ 🂡 \t \n ${'9'.repeat(60)} ${'a'.repeat(60)} ${'('.repeat(60)} ${'-'.repeat(60)} ${'\u0301'.repeat(60)}`
const soup = pieces.split(' ')
const text = (roll: Roll) =>
  Array.from({ length: 1 + roll(12) }, () => soup[roll(soup.length)])
    .join(roll(2) === 0 ? '' : ' ')
    .slice(0, 500)
const place = (roll: Roll) =>
  [roll(19) - 9, 1e9, -1e9, 1e-9, 0.1 + 0.2, -0, roll(2000) / 100 - 10][roll(7)] as number

/** Generates an answer of the right shape with random content. */
function anything(key: AnswerKey, roll: Roll): Given {
  if (key.kind === 'mc') return { kind: 'mc', picked: Array.from({ length: roll(5) }, () => roll(10)) }
  if (key.kind === 'sentence') return { kind: 'sentence', text: text(roll) }
  if (key.kind === 'graph')
    return {
      kind: 'graph',
      points: Array.from({ length: roll(3) === 0 ? roll(101) : roll(5) }, () => ({
        x: place(roll),
        y: place(roll),
        label: text(roll).slice(0, 20),
      })),
    }
  if (key.kind === 'hotspot') {
    const spot = () => ({ x: roll(1001), y: roll(1001) })
    return key.mode === 'areas'
      ? { kind: 'hotspot', mode: 'areas', picked: Array.from({ length: roll(21) }, () => roll(20)) }
      : { kind: 'hotspot', mode: 'points', points: Array.from({ length: roll(21) }, spot) }
  }
  if (key.kind === 'numberLine') return { kind: 'numberLine', text: text(roll).slice(0, 200) }
  if (key.kind === 'order') return { kind: 'order', places: Array.from({ length: roll(11) }, () => roll(10)) }
  if (key.kind === 'match')
    return { kind: 'match', groups: Array.from({ length: roll(5) }, () => [null, 0, 1, 7][roll(4)] ?? null) }
  if (key.kind === 'matrix') {
    const { rows } = key.entries
    const size = key.sizeByStudent ? [1 + roll(5), 1 + roll(5)] : [rows.length, rows[0]?.length]
    return {
      kind: 'matrix',
      rows: Array.from({ length: size[0] ?? 1 }, () =>
        Array.from({ length: size[1] ?? 1 }, () => text(roll).slice(0, 200)),
      ),
    }
  }
  if (key.kind === 'derivation')
    return { kind: 'derivation', lines: Array.from({ length: roll(7) }, () => text(roll).slice(0, 500)) }
  const drawing = () => ({
    text: text(roll),
    strokes: [Array.from({ length: 2 + 2 * roll(20) }, () => roll(1000))],
  })
  return {
    kind: 'fr',
    parts: key.parts
      .filter(({ kind }) => kind !== 'label')
      .map(({ kind }) => (kind === 'work' ? drawing() : text(roll))),
  }
}

/**
 * Returns the shortest time of up to `tries` runs, in ms, because a single run can be slow on a busy machine.
 * Stops once a run takes at most `enough` ms.
 */
function quickest(run: () => void, tries: number, enough: number) {
  let least = Infinity
  for (let turn = 0; turn < tries && least > enough; turn += 1) {
    const start = performance.now()
    run()
    least = Math.min(least, performance.now() - start)
  }
  return least
}

test('20,000 hostile answers take at most 5 ms on average and 50 ms each, and no verdict reveals an answer', () => {
  const roll = dice(7)
  const statuses = new Set<string>()
  const slow: Given[] = []
  let total = 0
  for (let turn = 0; turn < 20_000; turn += 1) {
    const key = keys[turn % keys.length] as AnswerKey
    const given = roll(40) === 0 ? solutionOf(key) : anything(key, roll)
    const took = quickest(() => grade(key, given), 5, 50)
    total += took
    if (took > 50) slow.push(given)
    const { status, score, parts: judged } = grade(key, given)
    statuses.add(status)
    expect(score).toBeGreaterThanOrEqual(0)
    expect(score).toBeLessThanOrEqual(1)
    if (status === 'correct') expect(score).toBe(1)
    if (status === 'invalid' || status === 'incorrect') expect(score).toBe(0)
    for (const { reason } of judged) expect(reason).not.toMatch(/735|8642|heron|stork|Ж|Щ|cats|milk/i)
  }
  expect(slow).toEqual([])
  expect(total / 20_000).toBeLessThan(5)
  expect([...statuses].sort()).toEqual(
    expect.arrayContaining(['correct', 'incorrect', 'invalid', 'ungraded']),
  )
})

test('an alias is plain text, never a pattern, and an answer of 50,000 characters is refused within 5 ms', () => {
  for (const part of parts.filter((each) => 'hasAlias' in each)) {
    const key: AnswerKey = {
      kind: 'fr',
      parts: [{ ...part, hasAlias: ['(a+)+$', '.*', '[^x]', '(?=a)'] } as Part],
    }
    const verdict = (typed: string) => grade(key, { kind: 'fr', parts: [typed] }).status
    for (const typed of ['a', 'aaaa', 'anything', 'x'])
      expect(verdict(typed), `${part.kind}: ${typed}`).not.toBe('correct')
    for (const letter of ['a', '7', '(', '\u0301', ' a']) {
      const given = { kind: 'fr', parts: [letter.repeat(50_000)] }
      expect(
        quickest(() => expect(Given.safeParse(given).success).toBe(false), 5, 5),
        `${part.kind}: ${letter}`,
      ).toBeLessThanOrEqual(5)
    }
  }
})

test('the same answer always gets the same verdict, and the order of choices or points matters only for rays and figures', () => {
  const picks = fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 4 })
  const points = fc.uniqueArray(
    fc.record({ x: fc.integer({ min: -3, max: 3 }), y: fc.integer({ min: -4, max: 3 }) }),
    {
      maxLength: 4,
      selector: JSON.stringify,
    },
  )
  const turned = <T>(list: readonly T[], by: number) => [...list.slice(by), ...list.slice(0, by)]
  fc.assert(
    fc.property(picks, points, fc.nat({ max: 3 }), (picked, dots, by) => {
      for (const key of keys) {
        const [given, other]: Given[] =
          key.kind === 'mc'
            ? [
                { kind: 'mc', picked },
                { kind: 'mc', picked: turned(picked, by) },
              ]
            : [
                { kind: 'graph', points: dots },
                { kind: 'graph', points: turned(dots, by) },
              ]
        if (!given || !other || key.kind !== given.kind) continue
        expect(grade(key, given)).toEqual(grade(key, given))
        const isOrdered = key.kind === 'graph' && (key.drawType === 'ray' || isFigure(key.drawType))
        if (!isOrdered) expect(grade(key, other)).toEqual(grade(key, given))
      }
    }),
    { numRuns: 1000 },
  )
})
