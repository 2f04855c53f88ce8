import { expect, test } from 'vitest'
import { paths, steps, xOf, yOf } from './line-plot.ts'

const frame = { left: 0, right: 132, top: 0, bottom: 100, least: 0, most: 100 }

test.each([
  [0, 100, [0, 20, 40, 60, 80, 100]],
  [0, 16, [0, 5, 10, 15]],
  [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [50, 100, [50, 60, 70, 80, 90, 100]],
  [0, 0, [0]],
])('a scale from %d to %d has round numbers', (least, most, want) =>
  expect(steps({ ...frame, least, most })).toEqual(want),
)

test('a value outside the scale is drawn at its edge', () => {
  expect(yOf(frame, 120)).toBe(0)
  expect(yOf(frame, -1)).toBe(100)
})

test('points are spread over the width, and a single one is in the middle', () => {
  expect([0, 1, 2].map((at) => xOf(frame, at, 3))).toEqual([16, 66, 116])
  expect(xOf(frame, 0, 1)).toBe(66)
})

test('a missing value is a gap, unless gaps are bridged', () => {
  expect(paths(frame, [0, null, 50, 100])).toBe('M16.0 100.0M82.7 50.0L116.0 0.0')
  expect(paths(frame, [null, 0, null, 100], { bridged: true })).toBe('M49.3 100.0L116.0 0.0')
})
