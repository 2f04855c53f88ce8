import { expect, test } from 'vitest'
import { instantOf } from './clock.ts'

test.each([
  ['America/New_York', '2026-03-03', '16:30', '2026-03-03T21:30:00Z'],
  ['America/New_York', '2026-03-08', '16:30', '2026-03-08T20:30:00Z'],
  ['Asia/Kolkata', '2026-03-03', '00:15', '2026-03-02T18:45:00Z'],
  // A time that the clock skips that night, and a time that it shows twice.
  ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00Z'],
  ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00Z'],
])('a clock in %s shows %s %s at %s', (zone, day, time, instant) => {
  expect(instantOf(zone, day, time)).toBe(instant)
})
