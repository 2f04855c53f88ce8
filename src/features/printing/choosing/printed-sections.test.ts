import { expect, test } from 'vitest'
import { printSearch } from './print-search.ts'
import { chosenOf, namesOf, sectionsOf } from './printed-sections.ts'

const section = (num: number) => ({ _id: `s${num}`, num, name: `Section ${num}`, questions: 3 })
const all = sectionsOf('Math 1', {
  num: 2,
  name: 'Sums',
  sections: [section(1), section(2)],
  test: { name: 'Test', sections: [section(1)] },
})

test('a chapter’s sections come before those of its test, each with its path from the level', () => {
  expect(all.map(({ names }) => names.join(' – '))).toEqual([
    'Math 1 – Sums – Section 1',
    'Math 1 – Sums – Section 2',
    'Math 1 – Sums – Test – Section 1',
  ])
})

test('a choice stays the same when it is written to a URL and read back', () => {
  for (const chosen of ['all', 'c2s1', 'c2s2,c2t1', undefined])
    expect(namesOf(all, chosenOf(all, chosen))).toBe(chosen)
  expect(chosenOf(all, 'c9s9,,x')).toEqual([])
})

test('invalid values in a URL are ignored', () => {
  expect(printSearch({ level: 7, of: 'all', paper: 'a3', space: 'roomy', key: 0 })).toEqual({
    of: 'all',
    space: 'roomy',
  })
})
