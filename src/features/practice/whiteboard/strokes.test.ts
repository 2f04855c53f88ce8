import { describe, expect, test } from 'vitest'
import {
  type Change,
  changed,
  hidesStaffInk,
  inverse,
  merged,
  maxNumbers,
  partsOf,
  pathOf,
  piecesOf,
  type Stroke,
  strokeAt,
} from './strokes.ts'

const stroke = (_id: string, points = [0, 0, 100, 0]): Stroke => ({ _id, ink: 'red', points })
const stored = (seq: number) => ({ ...stroke(`id ${seq}`), seq })
const ids = (strokes: readonly Stroke[]) => strokes.map(({ _id }) => _id).join(' ')

describe('a screen that asks only for new strokes', () => {
  test.each([
    ['adds strokes drawn since then', [1, 2], [3], [1, 2, 3], [1, 2, 3]],
    ['removes strokes erased since then', [1, 2, 3], [], [1, 3], [1, 3]],
    ['shows a stroke once, even if it arrives twice', [1, 2], [2, 3], [1, 2, 3], [1, 2, 3]],
    ['is empty after the whiteboard was cleared', [1, 2], [], [], []],
  ])('%s', (_, known, strokes, seqs, want) => {
    const now = merged(known.map(stored), { strokes: strokes.map(stored), seqs })
    expect(now.map(({ seq }) => seq)).toEqual(want)
  })
})

describe('changes that are still being sent', () => {
  test.each<[string, Change[], string]>([
    ['are shown immediately', [{ drawn: [stroke('c')], erased: ['a'] }], 'b c'],
    ['change nothing if the server has them', [{ drawn: [stroke('b')], erased: ['x'] }], 'a b'],
    [
      'can draw a stroke again that they erased',
      [
        { drawn: [], erased: ['a', 'b'] },
        { drawn: [stroke('a')], erased: [] },
      ],
      'a',
    ],
  ])('%s', (_, changes, want) => expect(ids(changed([stroke('a'), stroke('b')], changes))).toBe(want))
})

test.each<[string, Change, string]>([
  ['drawing erases the stroke', { drawn: [stroke('c')], erased: [] }, 'a b'],
  ['erasing draws it again', { drawn: [], erased: ['b'] }, 'a b'],
  ['clearing draws all of them again', { drawn: [], erased: ['a', 'b'] }, 'a b'],
])('undoing %s', (_, change, want) => {
  const before = [stroke('a'), stroke('b')]
  const after = changed(before, [change])
  expect(ids(changed(after, [inverse(before, change)]))).toBe(want)
})

test('a change with many strokes is sent in parts of ten, and erases only once', () => {
  const drawn = Array.from({ length: 23 }, (_, at) => stroke(String(at)))
  const parts = partsOf({ drawn, erased: ['x'] })
  expect(parts.map((part) => part.drawn.length)).toEqual([10, 10, 3])
  expect(parts.map((part) => part.erased)).toEqual([['x'], [], []])
})

test('a long line is stored as several strokes without gaps', () => {
  const line = Array.from({ length: 1000 }, (_, at) => at)
  const pieces = piecesOf(line)
  expect(pieces.every(({ length }) => length <= maxNumbers && length % 2 === 0)).toBe(true)
  for (const [at, piece] of pieces.slice(1).entries())
    expect(piece.slice(0, 2)).toEqual(pieces[at]?.slice(-2))
  expect(pieces.at(-1)?.slice(-2)).toEqual([998, 999])
})

test.each([
  ['a dot', [5, 6], 'M5 6L5 6'],
  ['a straight line', [0, 0, 10, 20], 'M0 0L10 20'],
  ['a curve', [0, 0, 10, 20, 20, 0], 'M0 0Q10 20 15 10L20 0'],
])('%s is drawn as a path', (_, points, want) => expect(pathOf(points)).toBe(want))

test.each<[string, [number, number], string | undefined]>([
  ['erases a stroke between its points', [50, 5], 'a'],
  ['erases the topmost of several', [100, 0], 'b'],
  ['erases a dot', [300, 308], 'dot'],
  ['erases nothing next to a stroke', [50, 40], undefined],
  ['erases nothing beyond the end of a stroke', [180, 0], undefined],
])('the eraser %s', (_, position, want) => {
  const strokes = [stroke('a'), stroke('b', [100, 0, 100, 100]), stroke('dot', [300, 300])]
  expect(strokeAt(strokes, position)?._id).toBe(want)
})

test.each([
  ['shown to a student who is working', 'student', 'test', 'started', false],
  ['hidden from a student whose test is being graded', 'student', 'test', 'submitted', true],
  ['hidden from a parent whose child’s test is being graded', 'parent', 'test', 'submitted', true],
  ['shown to a student whose test was returned', 'student', 'test', 'returned', false],
  ['hidden from a student whose assessment isn’t returned yet', 'student', 'assessment', 'graded', true],
  ['shown to a student whose assessment was returned', 'student', 'assessment', 'returned', false],
  ['shown to a student whose homework is being graded', 'student', 'homework', 'submitted', false],
  ['shown to staff', 'staff', 'test', 'submitted', false],
] as const)('staff strokes are %s', (_, viewer, kind, state, hidden) =>
  expect(hidesStaffInk(viewer, { kind, state })).toBe(hidden),
)

test('undoing an erasure draws the strokes again as new ones, without the numbers of the old ones', () => {
  const [one, two] = [stored(1), stored(2)]
  expect(inverse([one, two], { drawn: [], erased: [two._id] })).toEqual({
    drawn: [stroke(two._id)],
    erased: [],
  })
})
