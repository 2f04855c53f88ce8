import { expect, test } from 'vitest'
import { hintInWords, reasonToKeep, usesOf } from './hint-words.ts'

test.each([
  [0, 'No question uses it.', null],
  [1, '1 question uses it.', '1 question uses this hint. Remove it there first.'],
  [1200, '1,200 questions use it.', '1,200 questions use this hint. Remove it there first.'],
])(
  'a hint used by %i questions shows that number and whether it can be deleted',
  (questions, uses, reason) => {
    expect(usesOf({ questions })).toBe(uses)
    expect(reasonToKeep({ questions })).toBe(reason)
  },
)

test('a hint is described by its name and its numbered steps', () => {
  expect(hintInWords({ name: '', steps: ['Count them.'] })).toBe('1. Count them.')
  expect(hintInWords({ name: 'Halves', steps: ['Count them.', 'Take half.'] })).toBe(
    'Halves: 1. Count them. 2. Take half.',
  )
})
