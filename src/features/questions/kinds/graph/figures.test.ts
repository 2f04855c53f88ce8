import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillKey } from '../../variants/filling.ts'
import {
  type AnswerKey,
  checkGiven,
  checkKey,
  type Given,
  grade,
  likeness,
  samplesOf,
  show,
  solutionOf,
  wordsOf,
} from '../../rules.ts'
import { cpuMs } from '#tests/time.ts'
import type { VerdictStatus } from '../verdict.ts'
import { Figure, type GraphSettings } from './settings.ts'

const plane: GraphSettings = {
  xlabel: 'x',
  ylabel: 'y',
  graphName: '',
  xmin: -10,
  xmax: 10,
  xminor: 1,
  xmajor: 5,
  ymin: -10,
  ymax: 10,
  yminor: 1,
  ymajor: 5,
}

type Graph = Extract<AnswerKey, { kind: 'graph' }>

/** Parses points: `1,2 3,-4`. */
const read = (text: string) =>
  (text === '' ? [] : text.split(' ')).map((each) => {
    const [x = Number.NaN, y = Number.NaN] = each.split(',').map(Number)
    return { x, y }
  })
const key = (drawType: Figure, points: string, more: Partial<Graph> = {}): Graph => ({
  kind: 'graph',
  drawType,
  graphType: 'cartesian',
  labeled: false,
  settings: plane,
  answer: read(points),
  ...more,
})
const given = (figure: Figure, points: string, dashed = false): Given => ({
  kind: 'graph',
  figure,
  points: read(points),
  ...(dashed && { dashed }),
})

type Case = [reason: string, key: Graph, drawn: string, VerdictStatus]
const cases = (list: Case[]) =>
  test.each(list)('%s', (_, answerKey, drawn, status) =>
    expect(grade(answerKey, given(answerKey.drawType as Figure, drawn)).status).toBe(status),
  )

describe('a circle', () => {
  const five = key('circle', '1,2 4,6')
  const between = key('circle', '0.5,0 2.5,0')
  cases([
    ['through the same point is right', five, '1,2 4,6', 'correct'],
    ['through another point on it is right', five, '1,2 -2,-2', 'correct'],
    ['through the point above its center is right', five, '1,2 1,7', 'correct'],
    ['through points less than half a grid step away is right', five, '1.3,2.2 0.8,7.4', 'correct'],
    ['through a point exactly between two grid lines is wrong', five, '1,2 1,6.5', 'incorrect'],
    ['with a center between the grid lines is right if it is exact', between, '0.5,0 0.5,2', 'correct'],
    ['with its center at the nearest crossing is wrong', between, '0,0 2,0', 'incorrect'],
    ['that is a little larger is wrong', five, '1,2 4,7', 'incorrect'],
    ['that is nearly as large is wrong', five, '1,2 6,3', 'incorrect'],
    ['around another center is wrong', five, '2,2 5,6', 'incorrect'],
    ['with its points swapped is wrong', five, '4,6 1,2', 'incorrect'],
    ['with one point can’t be read', five, '1,2', 'invalid'],
    ['with the same point twice can’t be read', five, '1,2 1,2', 'invalid'],
    ['with two points on it can’t be read', five, '1,2 4,6 -2,-2', 'invalid'],
    ['with a point outside the graph can’t be read', five, '1,2 11,2', 'invalid'],
  ])
  test('is graded in units of the axes, even if they differ', () => {
    const wide = key('circle', '0,0 3,4', { settings: { ...plane, yminor: 0.5 } })
    expect(grade(wide, given('circle', '0,0 0,5')).status).toBe('correct')
    expect(grade(wide, given('circle', '0,0 3.3,3.9')).status).toBe('correct')
    expect(grade(wide, given('circle', '0,0 0,5.5')).status).toBe('incorrect')
  })
})

describe('a parabola', () => {
  const up = key('parabola', '1,-3 2,-1')
  const flat = key('parabola', '0,0 4,1')
  const third = key('parabola', '0,0 1,0.333333')
  cases([
    ['through the same point is right', up, '1,-3 2,-1', 'correct'],
    ['through the mirrored point is right', up, '1,-3 0,-1', 'correct'],
    ['through another point on it is right', up, '1,-3 3,5', 'correct'],
    ['through points less than half a grid step away is right', up, '1.4,-2.6 2.7,5.3', 'correct'],
    ['that is wide is right through a farther point', flat, '0,0 -8,4', 'correct'],
    ['through an exact point between the grid lines is right', flat, '0,0 2,0.25', 'correct'],
    ['through rounded thirds is right', third, '0,0 3,3', 'correct'],
    ['a hundredth off rounded thirds is right', third, '0,0 3,3.01', 'correct'],
    ['one step off rounded thirds is wrong', third, '0,0 3,4', 'incorrect'],
    ['one step narrower is wrong', up, '1,-3 3,6', 'incorrect'],
    ['opening down is wrong', up, '1,-3 2,-5', 'incorrect'],
    ['with another of its points as the vertex is wrong', up, '2,-1 3,5', 'incorrect'],
    ['with its points swapped is wrong', up, '2,-1 1,-3', 'incorrect'],
    ['through a point too close to the vertex is wrong', flat, '0,0 0.001,0.000001', 'incorrect'],
    ['with a point above the vertex can’t be read', up, '1,-3 1,2', 'invalid'],
    ['with a point beside the vertex can’t be read', up, '1,-3 2,-3', 'invalid'],
    ['with only its vertex can’t be read', up, '1,-3', 'invalid'],
  ])
})

describe('an absolute value graph', () => {
  const steep = key('absolute', '-2,1 -1,3')
  cases([
    ['through the same point is right', steep, '-2,1 -1,3', 'correct'],
    ['through a point of the other arm is right', steep, '-2,1 -5,7', 'correct'],
    ['that is less steep is wrong', steep, '-2,1 0,3', 'incorrect'],
    ['opening down is wrong', steep, '-2,1 -1,-1', 'incorrect'],
    ['with the same slope from another vertex is wrong', steep, '-1,3 0,5', 'incorrect'],
    ['with a point above the vertex can’t be read', steep, '-2,1 -2,4', 'invalid'],
    ['with a point beside the vertex can’t be read', steep, '-2,1 3,1', 'invalid'],
  ])
})

describe('a sine wave', () => {
  const wave = key('sine', '0,1 2,4')
  const quarters: GraphSettings = { ...plane, xmin: -6.283185, xmax: 6.283185, xminor: 0.785398 }
  const sine = key('sine', '-0.000001,0 1.570795,1', { settings: quarters })
  cases([
    ['through the same points is right', wave, '0,1 2,4', 'correct'],
    ['one period farther is right', wave, '-8,1 -6,4', 'correct'],
    ['from the midline after the maximum is right', wave, '4,1 2,4', 'correct'],
    ['from a minimum is right', wave, '4,1 6,-2', 'correct'],
    ['from the minimum before the midline point is right', wave, '0,1 -2,-2', 'correct'],
    ['half a period farther is wrong', wave, '4,1 6,4', 'incorrect'],
    ['a quarter of a period farther is wrong', wave, '2,1 4,4', 'incorrect'],
    ['upside down is wrong', wave, '0,1 2,-2', 'incorrect'],
    ['one step higher is wrong', wave, '0,1 2,5', 'incorrect'],
    ['with half the period is wrong', wave, '0,1 1,4', 'incorrect'],
    ['with three times the period is wrong', wave, '0,1 6,4', 'incorrect'],
    ['around another midline is wrong', wave, '0,0 2,3', 'incorrect'],
    ['with its points swapped is wrong', wave, '2,4 0,1', 'incorrect'],
    ['in steps of pi is right', sine, '-6.283185,0 -4.712389,1', 'correct'],
    ['in steps of pi, typed with few digits, is right', sine, '0,0 1.57,1', 'correct'],
    ['in steps of pi with another period is wrong', sine, '-0.000001,0 0.785397,1', 'incorrect'],
    ['with the maximum above the midline point can’t be read', wave, '0,1 0,4', 'invalid'],
    ['that is flat can’t be read', wave, '0,1 2,1', 'invalid'],
  ])
})

describe('an exponential curve', () => {
  const double = key('exponential', '0,1 1,2')
  const decay = key('exponential', '0,8 1,4')
  const root = key('exponential', '0,1 2,3')
  const below = key('exponential', '0,-1 1,-2')
  const shifted = key('shiftedExponential', '0,-2 1,-1 4,-3')
  cases([
    ['through the same points is right', double, '0,1 1,2', 'correct'],
    ['through other points on it is right', double, '2,4 3,8', 'correct'],
    ['through points in the other order is right', double, '3,8 1,2', 'correct'],
    ['through an exact point between the grid lines is right', double, '-2,0.25 3,8', 'correct'],
    ['through a rounded root is right', double, '0.5,1.414214 3,8', 'correct'],
    ['nearly through a root is wrong', double, '0.5,1.41 3,8', 'incorrect'],
    ['that falls is right', decay, '2,2 3,1', 'correct'],
    ['that rises instead of falling is wrong', decay, '0,1 1,2', 'incorrect'],
    ['with an irrational base is right', root, '4,9 0,1', 'correct'],
    ['with a base near the irrational one is wrong', root, '0,1 1,2', 'incorrect'],
    ['below the axis is right', below, '2,-4 3,-8', 'correct'],
    ['on the other side of the axis is wrong', below, '2,4 3,8', 'incorrect'],
    ['through one wrong point is wrong', double, '0,1 3,9', 'incorrect'],
    ['three times as steep is wrong', double, '0,1 1,3', 'incorrect'],
    ['moved up is wrong', double, '0,2 1,3', 'incorrect'],
    ['moved to the right is wrong', double, '1,1 2,2', 'incorrect'],
    ['with a point on the axis can’t be read', double, '0,0 1,2', 'invalid'],
    ['across the axis can’t be read', double, '0,-1 1,2', 'invalid'],
    ['that doesn’t grow can’t be read', double, '0,2 1,2', 'invalid'],
    ['with a point above the other can’t be read', double, '1,2 1,4', 'invalid'],
    ['with its asymptote is right', shifted, '0,-2 1,-1 0,-3', 'correct'],
    [
      'with its asymptote marked elsewhere, through other points, is right',
      shifted,
      '2,1 3,5 -9,-3',
      'correct',
    ],
    ['with another asymptote is wrong', shifted, '0,-2 1,-1 4,-4', 'incorrect'],
    ['without its asymptote can’t be read', shifted, '0,-2 1,-1', 'invalid'],
    ['across its asymptote can’t be read', shifted, '0,-2 1,-4 4,-3', 'invalid'],
  ])
})

describe('a half-plane', () => {
  const above = key('halfPlane', '0,1 1,3 -3,4')
  cases([
    ['from the same points is right', above, '0,1 1,3 -3,4', 'correct'],
    ['from other points on its boundary and its side is right', above, '4,9 -1,-1 -9,-9', 'correct'],
    ['through points less than half a grid step away is right', above, '0.3,1.2 1.1,2.8 -3,4', 'correct'],
    ['with the other side shaded is wrong', above, '0,1 1,3 3,4', 'incorrect'],
    ['with the other side shaded and its points swapped is wrong', above, '1,3 0,1 3,4', 'incorrect'],
    ['with a parallel boundary is wrong', above, '0,0 1,2 -3,4', 'incorrect'],
    ['with a boundary that crosses the right one is wrong', above, '0,1 1,2 -3,4', 'incorrect'],
    ['without a side can’t be read', above, '0,1 1,3', 'invalid'],
    ['with its side on the boundary can’t be read', above, '0,1 1,3 2,5', 'invalid'],
    ['with the same point twice can’t be read', above, '0,1 0,1 2,6', 'invalid'],
    ['with a vertical boundary is right', key('halfPlane', '2,0 2,5 4,0'), '2,3 2,-3 10,10', 'correct'],
    ['left of a vertical boundary is wrong', key('halfPlane', '2,0 2,5 4,0'), '2,3 2,-3 1,10', 'incorrect'],
  ])
  test.each([
    [false, false, 'correct'],
    [true, true, 'correct'],
    [true, false, 'incorrect'],
    [false, true, 'incorrect'],
  ] as const)(
    'whose boundary is dashed in the key (%s) and in the answer (%s) is %s',
    (answerKey, drawn, status) => {
      const { answer } = above
      expect(
        grade({ ...above, answer, dashed: answerKey }, given('halfPlane', '0,1 1,3 -3,4', drawn)).status,
      ).toBe(status)
    },
  )
})

const examples = {
  circle: '1,2 4,6',
  parabola: '1,-3 2,-1',
  absolute: '-2,1 -1,3',
  sine: '0,1 2,4',
  exponential: '0,1 1,2',
  shiftedExponential: '0,-2 1,-1 4,-3',
  halfPlane: '0,1 1,3 -3,4',
} satisfies Record<Figure, string>
const keys = Figure.options.map((figure) => key(figure, examples[figure]))

test.each(keys)(
  'the key of a $drawType has no faults, accepts its model answer but not all samples, and isn’t shown to students',
  (answerKey) => {
    expect(checkKey(answerKey)).toEqual([])
    expect(grade(answerKey, solutionOf(answerKey)).status).toBe('correct')
    expect(samplesOf(answerKey).map((sample) => grade(answerKey, sample).status)).toContain('incorrect')
    expect(Object.keys(show(answerKey, (text) => [text])).toSorted()).toEqual([
      'drawType',
      'graphType',
      'kind',
      'labeled',
      'settings',
    ])
  },
)

test.each<[string, Graph, string]>([
  ['on a number line', key('circle', '1,0 2,0', { graphType: 'line' }), 'A number line has no curves'],
  ['with names', key('circle', '1,2 4,6', { labeled: true }), 'can’t have names'],
  ['that is degenerate', key('parabola', '1,2 1,6'), 'to the left or right of the vertex'],
  [
    'with a placeholder but no values',
    key('circle', '1,2 4,6', { coordinates: [{ x: '{{a}}', y: '2' }] }),
    '{{a}}',
  ],
])('a curve %s is unfinished', (_, answerKey, fault) =>
  expect(checkKey(answerKey).join(' ')).toContain(fault),
)

test('coordinates with random values replace those of the answer', () => {
  const answerKey = key('circle', '1,2 4,6', {
    coordinates: [
      { x: '{{a}}', y: '{{-a/2}}' },
      { x: '{{a + 3}}', y: '{{-a/2}}' },
    ],
  })
  const { key: filled, faults } = fillKey(answerKey, new Map([['a', { top: 3n, bottom: 1n }]]))
  expect(faults).toEqual([])
  if (!filled) throw new Error('The key was not filled.')
  expect(checkKey(filled)).toEqual([])
  expect(wordsOf(solutionOf(filled))).toBe('circle with center (3, -1.5) and radius 3')
  expect(grade(filled, given('circle', '3,-1.5 0,-1.5')).status).toBe('correct')
  expect(grade(filled, given('circle', '1,2 4,6')).status).toBe('incorrect')
})

test('an answer with another figure doesn’t fit the question', () => {
  expect(checkGiven(key('circle', '1,2 4,6'), given('parabola', '1,2 4,6'))).not.toBeNull()
  expect(checkGiven(key('circle', '1,2 4,6'), { kind: 'graph', points: read('1,2 4,6') })).toBeNull()
})

describe('a figure in words', () => {
  test.each<[Given, string]>([
    [given('circle', '1,2 4,6'), 'circle with center (1, 2) and radius 5'],
    [given('circle', '0,0 1,2'), 'circle with center (0, 0) and radius √5'],
    [given('circle', '0,0 0.5,1.5'), 'circle with center (0, 0) and radius 1.581'],
    [given('parabola', '1,-3 2,-1'), 'parabola with vertex (1, -3) through (2, -1)'],
    [given('absolute', '-2,1 -1,3'), 'absolute value graph with vertex (-2, 1) through (-1, 3)'],
    [
      given('sine', '4,1 6,-2'),
      'sine wave with midline y = 1, amplitude 3, period 8, and a maximum at x = 10',
    ],
    [given('exponential', '0,1 1,2'), 'exponential curve through (0, 1) and (1, 2)'],
    [
      given('shiftedExponential', '0,-2 1,-1 4,-3'),
      'exponential curve through (0, -2) and (1, -1) with asymptote y = -3',
    ],
    [
      given('halfPlane', '0,1 1,3 -3,4', true),
      'half-plane with dashed boundary through (0, 1) and (1, 3), shaded toward (-3, 4)',
    ],
    [given('circle', '1,2'), '(1, 2)'],
  ])('%j is “%s”', (drawn, words) => expect(wordsOf(drawn)).toBe(words))
})

/**
 * Figures, each followed by the same figure drawn through other points, and by a different figure of its
 * kind.
 */
const others: [Figure, one: string, same: string, different: string][] = [
  ['circle', '1,2 4,6', '1,2 -2,-2', '1,2 4,7'],
  ['parabola', '1,-3 2,-1', '1,-3 3,5', '1,-3 3,6'],
  ['absolute', '-2,1 -1,3', '-2,1 -5,7', '-2,1 -1,4'],
  ['sine', '0,1 2,4', '4,1 6,-2', '4,1 6,4'],
  ['exponential', '0,1 1,2', '3,8 2,4', '0,1 1,3'],
  ['exponential', '0,-1 1,-2', '3,-8 2,-4', '0,1 1,2'],
  ['shiftedExponential', '0,-2 1,-1 4,-3', '2,1 3,5 0,-3', '0,-2 1,-1 4,-4'],
  ['halfPlane', '0,1 1,3 -3,4', '4,9 -1,-1 -9,-9', '0,1 1,3 3,4'],
]
test.each(others)(
  'a %s drawn through %s is in the same group for grading as one through %s, but not as one through %s',
  (figure, one, same, different) => {
    const like = (points: string) => likeness(key(figure, one), given(figure, points))
    expect(like(same)).toBe(like(one))
    expect(like(different)).not.toBe(like(one))
  },
)

const place = fc.record({ x: fc.integer({ min: -2, max: 2 }), y: fc.integer({ min: -2, max: 2 }) })
const heights: Record<
  Exclude<Figure, 'halfPlane' | 'circle'>,
  (points: { x: number; y: number }[], x: number) => number
> = {
  parabola: ([a, b], x) => a!.y + ((b!.y - a!.y) / (b!.x - a!.x) ** 2) * (x - a!.x) ** 2,
  absolute: ([a, b], x) => a!.y + ((b!.y - a!.y) / Math.abs(b!.x - a!.x)) * Math.abs(x - a!.x),
  sine: ([a, b], x) => a!.y + (b!.y - a!.y) * Math.cos(((x - b!.x) / (b!.x - a!.x)) * (Math.PI / 2)),
  exponential: ([a, b], x) => a!.y * (b!.y / a!.y) ** ((x - a!.x) / (b!.x - a!.x)),
  shiftedExponential: ([a, b, c], x) =>
    c!.y + (a!.y - c!.y) * ((b!.y - c!.y) / (a!.y - c!.y)) ** ((x - a!.x) / (b!.x - a!.x)),
}

test('a figure through any crossings is right if and only if its curve has the key’s heights everywhere', () => {
  const counts = { correct: 0, incorrect: 0 }
  const three = fc.array(place, { minLength: 3, maxLength: 3 })
  const figures = Object.keys(heights) as (keyof typeof heights)[]
  fc.assert(
    fc.property(fc.constantFrom(...figures), three, three, fc.boolean(), (figure, a, b, isShared) => {
      const count = figure === 'shiftedExponential' ? 3 : 2
      const one = a.slice(0, count)
      const other = (isShared ? [...a.slice(0, 1), ...b.slice(1)] : b).slice(0, count)
      const answerKey = { ...key(figure, '0,0'), answer: one }
      if (checkKey(answerKey).length > 0) return
      const { status } = grade(answerKey, { kind: 'graph', figure, points: other })
      if (status !== 'correct' && status !== 'incorrect') return
      const isSame = [-3.7, -1.3, 0.4, 2.9].every((x) => {
        const [high, low] = [heights[figure](one, x), heights[figure](other, x)]
        return Math.abs(high - low) <= 1e-9 * (1 + Math.abs(high))
      })
      counts[status] += 1
      expect(status).toBe(isSame ? 'correct' : 'incorrect')
      expect(
        likeness(answerKey, { kind: 'graph', figure, points: other }) ===
          likeness(answerKey, solutionOf(answerKey)),
      ).toBe(isSame)
    }),
    { numRuns: 20_000, seed: 5 },
  )
  expect(Math.min(counts.correct, counts.incorrect)).toBeGreaterThan(50)
})

test('grading curves never throws and is quick, no matter what is drawn', () => {
  const coordinate = fc.oneof(
    fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    fc.double({ min: -10, max: 10, noNaN: true }),
    fc.integer({ min: -10, max: 10 }),
    fc.constantFrom(1e-6, -1e-6, 1e-9, 0.000001, 9.999999, 1e9),
  )
  const drawn = fc.array(fc.record({ x: coordinate, y: coordinate }), { maxLength: 4 })
  const took = cpuMs(() =>
    fc.assert(
      fc.property(fc.constantFrom(...Figure.options), drawn, drawn, (figure, one, other) => {
        const points: Given = { kind: 'graph', figure, points: one }
        expect(grade({ ...key(figure, examples[figure]) }, points).parts).toHaveLength(1)
        const huge = { ...plane, xmin: -1e9, xmax: 1e9, xminor: 2e6, ymin: -1e9, ymax: 1e9, yminor: 2e6 }
        expect(
          grade({ ...key(figure, '0,0', { settings: huge }), answer: other }, points).parts,
        ).toHaveLength(1)
        expect(typeof likeness(key(figure, '0,0'), points) + typeof wordsOf(points)).toBe('stringstring')
      }),
      { numRuns: 3000 },
    ),
  )
  expect(took / 3000).toBeLessThan(20)
})

test('a curve with the largest powers on a thousand grid lines is graded within 200 ms', () => {
  const fine = { ...plane, xmin: 0, xmax: 1000, ymin: 1, ymax: 1001, xmajor: 100, ymajor: 100 }
  const answerKey = key('exponential', '0,2 997,1000', { settings: fine })
  const took = cpuMs(() => {
    expect(grade(answerKey, given('exponential', '1,2 998,1000')).status).toBe('incorrect')
    expect(grade(answerKey, given('exponential', '997,1000 0,2')).status).toBe('correct')
  })
  expect(took).toBeLessThan(200)
})
