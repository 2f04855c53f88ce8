import { expect, test } from 'vitest'
import { minutesLeft, seenWords } from './rules.ts'

test('key lifetimes and last-seen times are shown in whole minutes, hours and days', () => {
  const now = Date.parse('2026-03-03T16:45:00Z')
  const left = (at: string) => minutesLeft(at, now)
  expect([
    left('2026-03-03T17:45:00Z'),
    left('2026-03-03T16:45:01Z'),
    left('2026-03-03T16:45:00Z'),
    left('2026-03-01T00:00:00Z'),
  ]).toEqual([60, 1, 0, 0])
  const seen = (at: string | null) => seenWords(at, now)
  expect([
    seen(null),
    seen('2026-03-03T16:44:00Z'),
    seen('2026-03-03T16:40:00Z'),
    seen('2026-03-03T15:44:00Z'),
  ]).toEqual(['Never used', 'In use now', 'Last used 5 minutes ago', 'Last used 1 hour ago'])
  expect([seen('2026-03-02T16:45:00Z'), seen('2026-02-28T16:45:00Z')]).toEqual([
    'Last used 24 hours ago',
    'Last used 3 days ago',
  ])
})
