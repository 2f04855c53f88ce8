import { expect, test } from 'vitest'
import {
  answerText,
  authorWords,
  checkKey,
  grade,
  gradeAtLast,
  type KeyOf,
  show,
  solutionOf,
} from '../../rules.ts'

// Students see the groups as even, odd, prime, and the items as 4, 7, 9, regardless of their order here.
const numbers: KeyOf<'match'> = {
  kind: 'match',
  groups: ['prime', 'odd', 'even'],
  items: [
    { text: '9', group: 1 },
    { text: '7', group: 0 },
    { text: '4', group: 2 },
  ],
}
const given = (...groups: (number | null)[]) => ({ kind: 'match' as const, groups })

test.each([
  [[0, 2, 1], 'correct', 1, 'Right.'],
  [[0, 1, 1], 'partial', 2 / 3, 'Partly right.'],
  [[2, 1, 0], 'incorrect', 0, 'Take another look.'],
  [[0, 2, null], 'invalid', 0, 'Choose a letter for every item.'],
] as const)('the groups %j are %s', (groups, status, score, reason) => {
  expect(grade(numbers, given(...groups))).toMatchObject({ status, score, parts: [{ reason }] })
})

test.each([
  [[0, 2, null], 'partial', 2 / 3],
  [[null, null, 0], 'incorrect', 0],
  [[null, null, null], 'invalid', 0],
] as const)(
  'a final answer with the groups %j is %s: an item without a group is wrong, unless none has one',
  (groups, status, score) => {
    expect(gradeAtLast(numbers, given(...groups))).toMatchObject({ status, score })
  },
)

test('the order in which groups and items are shown doesn’t depend on which belong together', () => {
  const shown = { kind: 'match', groups: [['even'], ['odd'], ['prime']], items: [['4'], ['7'], ['9']] }
  const other: KeyOf<'match'> = {
    kind: 'match',
    groups: ['odd', 'prime', 'even'],
    items: numbers.items.map(({ text }) => ({ text, group: 0 })),
  }
  expect([numbers, other].map((key) => show(key, (text) => [text]))).toEqual([shown, shown])
})

test('an answer is described by its items and groups', () => {
  expect(solutionOf(numbers)).toEqual(given(0, 2, 1))
  expect(authorWords(numbers, given(0, null, 1))).toBe('4: even, 9: odd')
  expect(
    answerText(
      show(numbers, (text) => [text]),
      given(0, 2, 1),
    ),
  ).toBe('4: even, 7: prime, 9: odd')
})

test('groups that don’t exist, and duplicate items and groups, are faults', () => {
  expect(checkKey(numbers)).toEqual([])
  expect(checkKey({ ...numbers, groups: ['a', 'a '] })).toEqual([
    'An item has a group that doesn’t exist.',
    'Two groups are the same.',
  ])
  expect(checkKey({ ...numbers, items: [...numbers.items, { text: '4 ', group: 0 }] })).toEqual([
    'Two items are the same.',
  ])
})
