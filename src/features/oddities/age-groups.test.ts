import { expect, test } from 'vitest'
import { byAge } from './age-groups.ts'

test('oddities are counted by age: today or later, 1 to 7 days, 8 to 30 days, and over 30 days', () => {
  const since = [
    '2026-03-05',
    '2026-03-03',
    '2026-03-02',
    '2026-02-24',
    '2026-02-23',
    '2026-02-01',
    '2026-01-31',
    '2025-06-01',
  ]
  const rows = since.map((day) => ({ since: day }))
  expect(byAge(rows, '2026-03-03').map(({ count }) => count)).toEqual([2, 2, 2, 2])
  expect(byAge([], '2026-03-03').map(({ label, count }) => `${label}: ${count}`)).toEqual([
    'Today: 0',
    '1 to 7 days: 0',
    '8 to 30 days: 0',
    'Over 30 days: 0',
  ])
})
