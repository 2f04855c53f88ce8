import { expect, test } from 'vitest'
import { movedTo, numBefore, stillOpen, totals } from './rules.ts'

const all = [1, 2, 4, 5].map((num) => ({ num, name: 'abcd'[[1, 2, 4, 5].indexOf(num)] }))
const read = (list: readonly { num: number; name: string | undefined }[]) =>
  list.map(({ num, name }) => `${num}${name}`).join(' ')

test.each([
  ['down', 1, 4, '1b 3c 4a 5d'],
  ['up', 5, 2, '1a 2d 3b 5c'],
  ['nowhere', 2, 2, '1a 2b 4c 5d'],
])(
  'an item moved %s takes the number of the item there, and those in between shift by one',
  (_, from, to, wanted) => {
    expect(read(movedTo(all, from, to))).toBe(wanted)
  },
)

test.each([
  [1, 'Fractions', 1],
  [1, 'Chapter 1', null],
  [1, 'Section 11', 1],
])('chapter or section %s, named “%s”, has this number before its name: %s', (num, name, shown) => {
  expect(numBefore({ num, name })).toBe(shown)
})

test('unfinished and unreviewed questions are counted across sections', () => {
  const sections = [
    { questions: 5, ready: 4, reviewed: 1 },
    { questions: 3, ready: 3, reviewed: 3 },
  ]
  expect(totals(sections)).toEqual({ questions: 8, ready: 7, reviewed: 4 })
  expect(stillOpen(totals(sections))).toEqual({ error: 1, warn: 3 })
  expect(stillOpen(totals([]))).toEqual({ error: 0, warn: 0 })
})
