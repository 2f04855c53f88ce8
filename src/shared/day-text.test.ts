import { expect, test } from 'vitest'
import { spanishOf } from '#features/overview/spanish.ts'
import { addLanguage, inLanguage } from './language.ts'
import { clock, clockOf, dateInWords, dayInWords, fullDayInWords, monthInWords } from './day-text.ts'

test('a day can be shown with its weekday, with its year, or with both in full, and a month with its year', () => {
  expect(
    [dayInWords, dateInWords, fullDayInWords, monthInWords].map((inWords) => inWords('2026-03-05')),
  ).toEqual(['Thu, Mar 5', 'Mar 5, 2026', 'Thursday, March 5, 2026', 'March 2026'])
})

test.for([
  // Half past two in UTC is the day before in New York, and the afternoon in Auckland.
  ['2026-03-04T02:30:00.000Z', 'America/New_York', 'Mar 3, 2026', '9:30\u00a0PM'],
  ['2026-03-04T02:30:00.000Z', 'Pacific/Auckland', 'Mar 4, 2026', '3:30\u00a0PM'],
  // The minutes before and after clocks go forward in New York, and the hour that occurs twice when they go
  // back.
  ['2026-03-08T06:59:00.000Z', 'America/New_York', 'Mar 8, 2026', '1:59\u00a0AM'],
  ['2026-03-08T07:00:00.000Z', 'America/New_York', 'Mar 8, 2026', '3:00\u00a0AM'],
  ['2026-11-01T05:30:00.000Z', 'America/New_York', 'Nov 1, 2026', '1:30\u00a0AM'],
  ['2026-11-01T06:30:00.000Z', 'America/New_York', 'Nov 1, 2026', '1:30\u00a0AM'],
  ['2026-03-04T18:45:00.000Z', 'Asia/Kathmandu', 'Mar 5, 2026', '12:30\u00a0AM'],
  ['2026-12-31T23:59:59.999Z', 'UTC', 'Dec 31, 2026', '11:59\u00a0PM'],
] as const)('%s in %s is %s, %s', ([instant, zone, day, time]) => {
  const own = clockOf(zone)
  expect([own.moment(instant), own.day(instant), own.time(instant)]).toEqual([`${day}, ${time}`, day, time])
})

test('without a time zone, times are shown in the reader’s own', () => {
  const own = clockOf(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(clockOf().moment('2026-03-04T02:30:00.000Z')).toBe(own.moment('2026-03-04T02:30:00.000Z'))
})

test('a line never breaks within a time', () => {
  expect(clock('16:30')).toBe('4:30\u00a0PM')
  expect(clock('00:05')).toBe('12:05\u00a0AM')
})

test('in Spanish, the time of an instant is formatted like the time of a class', () => {
  addLanguage(spanishOf([]))
  const { time, moment } = clockOf('UTC')
  for (const [at, want] of [
    ['2026-03-04T16:30:00.000Z', '4:30\u00a0PM'],
    ['2026-03-04T00:05:00.000Z', '12:05\u00a0AM'],
  ] as const) {
    expect(inLanguage('es', () => time(at))).toBe(want)
    expect(inLanguage('es', () => moment(at))).toContain(want)
  }
})
