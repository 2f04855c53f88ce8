import { describe, expect, test } from 'vitest'
import { type AnswerKey, checkKey, gradeAtLast, samplesOf } from '../../rules.ts'
import { followExample } from './follow-faults.ts'
import type { Part } from './fr.ts'

type NumberPart = Extract<Part, { kind: 'number' }>
const number = (value: string, more: Partial<NumberPart> = {}): NumberPart => ({
  kind: 'number',
  value,
  ...more,
})
const keyOf = (...parts: Part[]): AnswerKey => ({ kind: 'fr', parts })
/** Returns a key whose last part follows from the others. */
const follow = (follows: string, value: string, ...right: string[]) =>
  keyOf(...right.map((each) => number(each)), number(value, { follows }))

describe('a formula with a root is accepted', () => {
  test.each([
    ['sqrt(a + 9)', '4', '7'],
    ['sqrt(a - 1)', '3', '10'],
    ['sqrt(a^2 + b^2)', '5', '3', '4'],
    ['sqrt(a*b + 1)', '7', '6', '8'],
  ])('%s', (follows, value, ...right) => {
    const key = follow(follows, value, ...right)
    expect(checkKey(key)).toEqual([])
    const example = key.kind === 'fr' ? followExample(key.parts, right.length) : null
    const places = Array.from({ length: right.length + 1 }, (_, at) => at)
    const given = { kind: 'fr' as const, parts: places.map((at) => example?.get(at) ?? '') }
    expect(gradeAtLast(key, given).parts.at(-1)?.follows).toBeDefined()
    expect(samplesOf(key)).toContainEqual(given)
  })

  test('even if no wrong answer near the right one has an exact root', () => {
    const key = follow('sqrt(a + 250000)', '501', '1001')
    expect(checkKey(key)).toEqual([])
    expect(key.kind === 'fr' && followExample(key.parts, 1)).toBeNull()
  })

  test('unless it only copies an answer', () =>
    expect(checkKey(follow('sqrt(a)^2', '9', '9'))).toEqual([
      'With “sqrt(a)^2”, a copied answer would count as right. Write what has to be calculated, such as 2a + 5.',
    ]))
})

test.each([
  ['a right answer that is too large', `1${'0'.repeat(30)}`, `2${'0'.repeat(30)}`],
  ['a right answer that is too small', '1e-30', '2e-30'],
  ['a right answer with too many digits', `0.${'1'.repeat(31)}`, `0.${'2'.repeat(31)}`],
])('a formula that uses %s is refused', (_, first, second) =>
  expect(checkKey(follow('2a', second, first))).toEqual([
    '“2a” can’t be used, because the right answer to part 1 is too large or has too many digits.',
  ]),
)

test('a formula that uses the largest allowed right answer is accepted', () => {
  expect(checkKey(follow('2a', '8'.repeat(30), '4'.repeat(30)))).toEqual([])
})
