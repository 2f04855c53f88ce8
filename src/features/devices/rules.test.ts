import { expect, test } from 'vitest'
import { browserIn, minutesLeft, seenWords } from './rules.ts'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPad',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 16000.0.0) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
    'Chrome on Chromebook',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-X200) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/150.0 Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.0', 'Unknown browser'],
])('a browser is described in words: %s', (userAgent, words) => {
  expect(browserIn(userAgent)).toBe(words)
})

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
  ]).toEqual(['Never seen', 'In use now', 'Seen 5 minutes ago', 'Seen 1 hour ago'])
  expect([seen('2026-03-02T16:45:00Z'), seen('2026-02-28T16:45:00Z')]).toEqual([
    'Seen 24 hours ago',
    'Seen 3 days ago',
  ])
})
