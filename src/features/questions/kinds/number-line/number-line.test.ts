import { describe, expect, test } from 'vitest'
import { checkKey, grade, type KeyOf, likeness, samplesOf, show } from '../../rules.ts'
import { isBlank, isComplete } from '../given.ts'
import {
  layoutOf,
  neighbor,
  type Range,
  rangesOf,
  spotOf,
  textOfRange,
  textOfRanges,
  toggled,
  valueAt,
  withEnd,
} from './ranges.ts'

const settings = {
  xlabel: '',
  ylabel: '',
  graphName: '',
  xmin: -5,
  xmax: 5.25,
  xminor: 0.5,
  xmajor: 1,
  ymin: 0,
  ymax: 0,
  yminor: 1,
  ymajor: 1,
}
const axis = { min: -5, max: 5.25, minor: 0.5, major: 1 }
const key: KeyOf<'numberLine'> = { kind: 'numberLine', settings, value: '(-∞, -2) ∪ {0} ∪ [2.5, 5)' }
const given = (text: string) => ({ kind: 'numberLine' as const, text })

test.each([
  ['(−∞, −2) ∪ {0} ∪ [2.5, 5)', 'correct', 'Right.'],
  ['[2.5, 3] ∪ [3, 5) ∪ {0} ∪ (−∞, −2)', 'correct', 'Right.'],
  [
    '(−∞, −2] ∪ {0} ∪ [2.5, 5)',
    'incorrect',
    'The endpoints are right, but check which of them are included.',
  ],
  ['(−∞, −2) ∪ [2.5, 5)', 'incorrect', 'Take another look.'],
  ['[−5, −2) ∪ {0} ∪ [2.5, 5)', 'incorrect', 'Take another look.'],
  ['', 'invalid', 'Mark the numbers on the line first.'],
  ['[2.5', 'invalid', expect.stringMatching(/^Begin and end/)],
])('the answer %s is %s', (text, status, reason) =>
  expect(grade(key, given(text))).toMatchObject({ status, parts: [{ reason }] }),
)

test('a student sees the line but not the answer, and starts with nothing marked', () => {
  const shown = show(key, (text) => [text])
  expect(shown).toEqual({ kind: 'numberLine', settings })
  expect(isBlank(given(''))).toBe(true)
  expect([isComplete(shown, given('')), isComplete(shown, given('{1}'))]).toEqual([false, true])
})

test('answers that mark the same numbers are graded together', () => {
  expect(likeness(key, given('{0} ∪ [1, 3] ∪ [2, 5)'))).toBe(likeness(key, given('[1, 5) ∪ {0}')))
  expect(likeness(key, given('[1, 5)'))).not.toBe(likeness(key, given('[1, 5]')))
  expect(likeness(key, given('no set'))).toBe('no set')
})

test.each([
  ['can’t be read', { value: '[1' }, /can’t be read/],
  ['is empty', { value: '∅' }, /empty set/],
  ['has an end between two marks of the line', { value: '[0.25, 1]' }, /isn’t on a mark/],
  ['has an end beyond the line', { value: '[0, 6)' }, /isn’t on a mark/],
  ['has a line without steps', { settings: { ...settings, xminor: 0 } }, /The x axis must have a step/],
])('a key is unfinished if it %s', (_, part, fault) =>
  expect(checkKey({ ...key, ...part })).toEqual([expect.stringMatching(fault)]),
)

test('samples are right and wrong answers that can be marked', () => {
  expect(checkKey(key)).toEqual([])
  const verdicts = samplesOf(key).map((sample) => grade(key, sample).status)
  expect(verdicts.slice(0, 2)).toEqual(['correct', 'correct'])
  expect(verdicts.filter((status) => status === 'incorrect').length).toBeGreaterThan(4)
  expect(verdicts).not.toContain('invalid')
})

const range = (text: string) => rangesOf(text)[0] as Range

test('marked ranges are written in the notation in which they are read', () => {
  const text = '(−∞, −2) ∪ {0} ∪ [2.5, 5)'
  expect(textOfRanges(rangesOf(text))).toBe(text)
  expect(rangesOf('no set')).toEqual([])
})

describe('a moved end', () => {
  test.each([
    ['moves to its new place', '[1, 3)', 'from', -2, '[−2, 3)'],
    ['on the left stays a step away from the right one', '[1, 3)', 'from', 4, '[2.5, 3)'],
    ['on the right stays a step away from the left one', '[1, 3)', 'to', 0, '[1, 1.5)'],
    ['doesn’t belong to the interval if it is ∞', '[1, 3]', 'to', Infinity, '[1, ∞)'],
    ['doesn’t belong to the interval if it is −∞', '[1, 3]', 'from', -Infinity, '(−∞, 3]'],
    ['belongs to the interval when it comes back from infinity', '(-∞, 3]', 'from', 0, '[0, 3]'],
    ['of a point moves the point', '{1}', 'from', 2, '{2}'],
    ['of a point stays on the line', '{1}', 'from', Infinity, '{5}'],
  ] as const)('%s', (_, text, end, value, want) =>
    expect(textOfRange(withEnd(range(text), end, value, axis))).toBe(want),
  )
})

test.each([
  ['[1, 3)', 'from', '(1, 3)'],
  ['[1, 3)', 'to', '[1, 3]'],
  ['(1, ∞)', 'to', '(1, ∞)'],
  ['{1}', 'from', '{1}'],
] as const)('a tap on an end of %s (%s) makes it %s', (text, end, want) =>
  expect(textOfRange(toggled(range(text), end))).toBe(want),
)

test.each([
  [0, 1, 0.5, 0.5],
  [0, -1, 1, -1],
  [5, 1, 0.5, Infinity],
  [-5, -1, 0.5, -Infinity],
  [Infinity, 1, 0.5, Infinity],
  [Infinity, -1, 0.5, 5],
  [-Infinity, 1, 0.5, -5],
] as const)('the value next to %s in direction %s, with steps of %s, is %s', (value, direction, step, want) =>
  expect(neighbor(value, direction, step, axis)).toBe(want),
)

test('each value on the line, and each arrow, is found where it is drawn', () => {
  const paper = layoutOf(axis, 360)
  for (const value of [-Infinity, -5, -0.5, 0, 5, Infinity])
    expect(valueAt(spotOf(value, axis, paper), axis, paper)).toBe(value)
  expect(valueAt(0, axis, paper)).toBe(-Infinity)
  expect(valueAt(360, axis, paper)).toBe(Infinity)
})
