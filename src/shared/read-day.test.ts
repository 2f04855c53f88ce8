import { expect, test } from 'vitest'
import { readDay } from './read-day.ts'

test.each([
  ['2026-03-04', '2026-03-04', '2026-03-04'],
  ['20260304', '2026-03-04', '2026-03-04'],
  ['2026-03-04T10:00:00', '2026-03-04', '2026-03-04'],
  ['2026-03-0499', null, null],
  ['3/4/2026', '2026-03-04', '2026-04-03'],
  ['03/04/26', '2026-03-04', '2026-04-03'],
  ['04.03.2026', '2026-03-04', '2026-03-04'],
  ['13/4/2026', null, '2026-04-13'],
  ['2/30/2026', null, null],
  ['soon', null, null],
  ['', null, null],
])('the date %j is %j, or %j if the day comes first', (text, monthFirst, dayFirst) =>
  expect([readDay(text, 'month first'), readDay(text, 'day first')]).toEqual([monthFirst, dayFirst]),
)
