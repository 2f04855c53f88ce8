import { expect, test } from 'vitest'
import { contrast, readable, readableOn } from './contrast.ts'

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#0f766e', '#ffffff', 5.47],
  ['#767676', '#ffffff', 4.54],
])('%s and %s have the contrast that WCAG gives', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 1)
  expect(contrast(other, one)).toBeCloseTo(ratio, 1)
})

test('a readable color stays as it is', () => {
  expect(readableOn('#ffffff', '#0f766e')).toBe('#0f766e')
  expect(readableOn('#1b2430', '#7dd3fc')).toBe('#7dd3fc')
})

test.each(['#f59e0b', '#ffff00', '#ffffff', '#22c55e', '#000000', '#000080'])(
  '%s gets a shade that is readable on white and one that is readable on a dark background',
  (color) => {
    for (const background of ['#ffffff', '#1b2430'])
      expect(contrast(readableOn(background, color), background)).toBeGreaterThanOrEqual(readable)
  },
)
