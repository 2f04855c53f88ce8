import { expect, test } from 'vitest'
import { partNumber } from './given.ts'

test.each([
  ['the first part', ['number', 'words'], 0, 1],
  ['a later part', ['number', 'words', 'select'], 2, 3],
  ['a part after a label', ['label', 'number', 'label', 'number'], 3, 2],
  ['a part after scratch work', ['number', 'work', 'number'], 2, 2],
  ['a part that a person grades', ['number', 'manual'], 1, 2],
])('%s is numbered without counting labels and scratch work', (_, kinds, at, num) => {
  expect(
    partNumber(
      kinds.map((kind) => ({ kind })),
      at,
    ),
  ).toBe(num)
})
