import { expect, test } from 'vitest'
import { difference, filterWords, numberAfter, spanInWords, StudentFilter, wordsOf } from './rules.ts'

test.each([
  [undefined, '1001'],
  ['1009', '1010'],
  ['M1105', 'M1106'],
  ['M0099', 'M0100'],
  ['99', '100'],
  ['2026-07', '2026-08'],
])('the student number after %s is %s', (last, next) => expect(numberAfter(last)).toBe(next))

test('a search has at most eight words', () => {
  expect(wordsOf('  ana   lima ')).toEqual(['ana', 'lima'])
  expect(wordsOf('a b c d e f g h i j')).toHaveLength(8)
  expect(wordsOf(' ')).toEqual([])
})

test('the difference between two records contains only changed fields', () => {
  const before = { grade: '4', note: '', programs: [{ name: 'Math', level: 'Math 4' }] }
  expect(
    difference(before, { ...before, grade: '5', programs: [{ name: 'Math', level: 'Math 4' }] }),
  ).toEqual({
    before: { grade: '4' },
    after: { grade: '5' },
  })
})

test('the dates of a place are worded as a start, a single day, or a range', () => {
  expect(spanInWords({ startDate: '2026-01-05', endDate: null })).toBe('since Jan 5, 2026')
  expect(spanInWords({ startDate: '2026-03-03', endDate: '2026-03-03' })).toBe('Mar 3, 2026')
  expect(spanInWords({ startDate: '2026-01-05', endDate: '2026-03-03' })).toBe('Jan 5, 2026 – Mar 3, 2026')
})

test('the student list can be filtered to active students, to prospects, or to everyone', () => {
  expect(filterWords).toEqual(['Active Students', 'Prospects', 'All Students and Prospects'])
  expect([0, 1, 2, 3, -1].map((filter) => StudentFilter.safeParse(filter).success)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
