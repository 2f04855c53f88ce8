import { expect, test } from 'vitest'
import { difference, phoneDigits, phoneInWords, spanInWords, wordsOf } from './rules.ts'

test('a phone number is digits only, at most ten, and shown in groups of 3, 3 and 4', () => {
  expect(['(555) 123-4567', '+1 555 123 4567 89', '', 'call me'].map(phoneDigits)).toEqual(['5551234567', '1555123456', '', ''])
  expect(['5551234567', '5551', '555', ''].map(phoneInWords)).toEqual(['555-123-4567', '555-1', '555', ''])
})

test('a search is at most eight words', () => {
  expect(wordsOf('  ana   lima ')).toEqual(['ana', 'lima'])
  expect(wordsOf('a b c d e f g h i j')).toHaveLength(8)
  expect(wordsOf(' ')).toEqual([])
})

test('a difference has only what changed', () => {
  const before = { grade: '4', note: '', programs: [{ name: 'Math', level: 'Math 4' }] }
  expect(difference(before, { ...before, grade: '5', programs: [{ name: 'Math', level: 'Math 4' }] })).toEqual({
    before: { grade: '4' },
    after: { grade: '5' },
  })
})

test('a place is held since a day, on one day, or between two', () => {
  expect(spanInWords({ startDate: '2026-01-05', endDate: null })).toBe('since Jan 5, 2026')
  expect(spanInWords({ startDate: '2026-03-03', endDate: '2026-03-03' })).toBe('Mar 3, 2026')
  expect(spanInWords({ startDate: '2026-01-05', endDate: '2026-03-03' })).toBe('Jan 5, 2026 – Mar 3, 2026')
})
