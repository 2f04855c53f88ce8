import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AnswerKey, checkKey, grade, samplesOf, show, solutionOf } from '../../rules.ts'
import type { VerdictStatus } from '../verdict.ts'
import { type GraphSettings, settingsFaults } from './settings.ts'

const cartesian: GraphSettings = {
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
const numberLine: GraphSettings = { ...cartesian, ylabel: '', xmajor: 1, ymin: 0, ymax: 0, ymajor: 1 }

type Graph = Extract<AnswerKey, { kind: 'graph' }>
type Pair = [x: number, y: number, label?: string]
const points = (...pairs: Pair[]) =>
  pairs.map(([x, y, label]) => (label === undefined ? { x, y } : { x, y, label }))
const key = (drawType: Graph['drawType'], ...pairs: Pair[]): Graph => ({
  kind: 'graph',
  drawType,
  graphType: 'cartesian',
  labeled: false,
  settings: cartesian,
  answer: points(...pairs),
})
const given = (...pairs: Pair[]) => ({ kind: 'graph' as const, points: points(...pairs) })

/** Parses points with optional names: `A:1,2 3,-4`. */
const read = (text: string) =>
  (text === '' ? [] : text.split(' ')).map((each): Pair => {
    const [, label, x, y] = /^(?:(.+):)?(.+),(.+)$/.exec(each) ?? []
    return label === undefined ? [Number(x), Number(y)] : [Number(x), Number(y), label]
  })

type Case = [reason: string, key: Graph, drawn: string, VerdictStatus]
const cases = (list: Case[]) =>
  test.each(list)('%s', (_, answerKey, drawn, status) =>
    expect(grade(answerKey, given(...read(drawn))).status).toBe(status),
  )

describe('points', () => {
  const two = key('point', [1, 2], [3, -4])
  const named = { ...key('point', [1, 2, 'A'], [3, -4, 'B']), labeled: true }
  cases([
    ['the points are right', two, '1,2 3,-4', 'correct'],
    ['the order of the points doesn’t matter', two, '3,-4 1,2', 'correct'],
    ['a point less than half a grid step away is right', two, '1.4,2.4 3,-4', 'correct'],
    ['a point exactly between two grid lines counts for neither', two, '1.5,2 3,-4', 'incorrect'],
    ['swapped x and y are wrong', two, '2,1 -4,3', 'incorrect'],
    ['a missing point is wrong', two, '1,2', 'incorrect'],
    ['an extra point is wrong', two, '1,2 3,-4 0,0', 'incorrect'],
    ['the same point twice can’t be read', two, '1,2 1,2', 'invalid'],
    ['an answer without a point can’t be read', two, '', 'invalid'],
    ['a point outside the graph can’t be read', two, '11,2 3,-4', 'invalid'],
    ['matching names are right', named, 'b:3,-4 A:1,2', 'correct'],
    ['swapped names are wrong', named, 'B:1,2 A:3,-4', 'incorrect'],
    ['a missing name can’t be read', named, 'A:1,2 3,-4', 'invalid'],
  ])
})

describe('a line', () => {
  const steep = key('line', [0, 1], [1, 3])
  const shallow = key('line', [0, 0.5], [3, 1.5])
  cases([
    ['through the same points is right', steep, '0,1 1,3', 'correct'],
    ['through other points on it is right', steep, '-1,-1 4,9', 'correct'],
    ['has no direction', steep, '4,9 -1,-1', 'correct'],
    ['through points less than half a grid step away is right', steep, '0.3,1.2 1.1,2.8', 'correct'],
    ['parallel to the right one is wrong', steep, '0,0 1,2', 'incorrect'],
    ['crossing the right one is wrong', steep, '0,1 1,2', 'incorrect'],
    ['nearly as steep is wrong', steep, '0,1 4,8', 'incorrect'],
    ['through exact points between the grid lines is right', shallow, '-1.5,0 4.5,2', 'correct'],
    [
      'through rounded thirds between the grid lines is right',
      key('line', [0, 0.333333], [3, 1.333333]),
      '2,1 8,3',
      'correct',
    ],
    [
      'nearly through rounded thirds is wrong',
      key('line', [0, 0.333333], [3, 1.333333]),
      '2,1 9,3',
      'incorrect',
    ],
    ['that is vertical is right', key('line', [2, 0], [2, 5]), '2,-7 2,3', 'correct'],
    [
      'that is vertical but next to the right one is wrong',
      key('line', [2, 0], [2, 5]),
      '3,-7 3,3',
      'incorrect',
    ],
    ['with one point can’t be read', steep, '0,1', 'invalid'],
    ['with the same point twice can’t be read', steep, '0,1 0,1', 'invalid'],
    ['with three points can’t be read', steep, '0,1 1,3 2,5', 'invalid'],
  ])
})

describe('a segment', () => {
  const ab = key('segment', [0, 0], [4, 2])
  cases([
    ['with the same endpoints is right', ab, '0,0 4,2', 'correct'],
    ['has no direction', ab, '4,2 0,0', 'correct'],
    ['on the same line but longer is wrong', ab, '0,0 6,3', 'incorrect'],
    ['on the same line but shorter is wrong', ab, '0,0 2,1', 'incorrect'],
    ['without an endpoint can’t be read', ab, '4,2', 'invalid'],
  ])
})

describe('a ray', () => {
  const ray = key('ray', [1, 1], [3, 2])
  cases([
    ['with the same start and direction is right', ray, '1,1 3,2', 'correct'],
    ['through a farther point is right', ray, '1,1 7,4', 'correct'],
    ['in the opposite direction is wrong', ray, '1,1 -1,0', 'incorrect'],
    ['from its second point is wrong', ray, '3,2 1,1', 'incorrect'],
    ['from another start on the same line is wrong', ray, '3,2 7,4', 'incorrect'],
    ['a little off in direction is wrong', ray, '1,1 7,5', 'incorrect'],
  ])
})

describe('a polygon', () => {
  const square = key('polygon', [0, 0], [4, 0], [4, 4], [0, 4])
  const named = { ...key('polygon', [0, 0, 'A'], [4, 0, 'B'], [4, 4, 'C']), labeled: true }
  cases([
    ['with the same corners is right', square, '0,0 4,0 4,4 0,4', 'correct'],
    ['starting at another corner is right', square, '4,4 0,4 0,0 4,0', 'correct'],
    ['in the opposite order is right', square, '0,4 4,4 4,0 0,0', 'correct'],
    ['closed by repeating its first corner is right', square, '0,0 4,0 4,4 0,4 0,0', 'correct'],
    ['with its sides crossed is another shape', square, '0,0 4,4 4,0 0,4', 'incorrect'],
    ['with a missing corner is wrong', square, '0,0 4,0 4,4', 'incorrect'],
    ['shifted is wrong', square, '1,0 5,0 5,4 1,4', 'incorrect'],
    ['with two corners can’t be read', square, '0,0 4,0', 'invalid'],
    ['with the right names is right', named, 'C:4,4 A:0,0 B:4,0', 'correct'],
    ['with a name at another corner is wrong', named, 'A:4,4 C:0,0 B:4,0', 'incorrect'],
  ])
})

describe('on a number line', () => {
  const at: Graph = { ...key('point', [-3, 0]), graphType: 'line', settings: numberLine }
  const from: Graph = { ...key('ray', [2, 0], [5, 0]), graphType: 'line', settings: numberLine }
  cases([
    ['a point is right at any height above the line', at, '-3,4', 'correct'],
    ['another point is wrong', at, '3,0', 'incorrect'],
    ['a ray to the right is right', from, '2,0 9,0', 'correct'],
    ['a ray to the left is wrong', from, '2,0 -9,0', 'incorrect'],
  ])
})

test.each<[string, Partial<GraphSettings>, number]>([
  ['the usual axes', {}, 0],
  ['a minimum equal to the maximum', { xmin: 10 }, 1],
  ['a minimum above the maximum', { ymin: 11 }, 1],
  ['no minor step', { xminor: 0 }, 1],
  ['a negative step', { ymajor: -1 }, 1],
  ['a thousand lines', { xmin: 0, xmax: 1000 }, 0],
  ['more than a thousand lines', { xmin: 0, xmax: 1001 }, 1],
  ['a minor step of a billionth', { xminor: 1e-9 }, 1],
  ['a major step of a billionth', { ymajor: 1e-9 }, 1],
  ['a million numbers on an axis', { xminor: 1, xmajor: 0.00002 }, 1],
  ['a million grid lines', { yminor: 0.00002 }, 1],
  ['a limit with seven decimal places', { xmax: 9.1234567 }, 1],
  ['a tiny axis', { xmin: 0, xmax: 0.01, xminor: 0.0001, xmajor: 0.001 }, 0],
  ['the largest possible axis', { xmin: -1e9, xmax: 1e9, xminor: 1e7, xmajor: 1e8 }, 0],
  ['both axes wrong', { xmin: 10, xmax: -10, ymin: 1, ymax: 1 }, 2],
])('the number of faults in settings with %s is $2', (_, more, faults) =>
  expect(settingsFaults({ ...cartesian, ...more }, 'cartesian')).toHaveLength(faults),
)

test('a student sees the graph paper without the answer', () => {
  const shown = show(key('line', [0, 1], [1, 3]), (text) => [text])
  expect(Object.keys(shown).toSorted()).toEqual(['drawType', 'graphType', 'kind', 'labeled', 'settings'])
})

test.each<Graph>([
  key('point', [1, 2]),
  key('line', [0, 1], [1, 3]),
  key('segment', [0, 0], [4, 2]),
  key('ray', [1, 1], [3, 2]),
  key('polygon', [0, 0], [4, 0], [4, 4]),
])('the model answer of a $drawType is right, and samples include wrong ones', (answerKey) => {
  expect(checkKey(answerKey)).toEqual([])
  expect(grade(answerKey, solutionOf(answerKey)).status).toBe('correct')
  expect(samplesOf(answerKey).map((sample) => grade(answerKey, sample).status)).toContain('incorrect')
})

test('a number line can’t have polygons', () => {
  const answerKey = { ...key('polygon', [0, 0], [4, 0], [4, 3]), graphType: 'line' }
  expect(checkKey(answerKey as AnswerKey)).toEqual([
    'A number line has no polygons: choose points, a segment or a ray.',
  ])
})

test('a key with points outside its own graph is unfinished', () =>
  expect(checkKey(key('point', [40, 0]))).not.toEqual([]))

test('grading never throws, no matter what is drawn', () => {
  const coordinate = fc.oneof(
    fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    fc.integer({ min: -12, max: 12 }),
  )
  const drawn = fc.array(fc.record({ x: coordinate, y: coordinate }), { maxLength: 12 })
  fc.assert(
    fc.property(fc.constantFrom('point', 'line', 'segment', 'ray', 'polygon'), drawn, (drawType, list) => {
      expect(
        grade(key(drawType, [0, 1], [1, 3], [5, 5]), { kind: 'graph', points: list }).parts,
      ).toHaveLength(1)
    }),
    { numRuns: 500 },
  )
})
