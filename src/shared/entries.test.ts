import { describe, expect, test } from 'vitest'
import { dates, isoDate, times } from '#tests/entry-cases.ts'
import { dayTyped, Phone, phoneInWords, phoneTyped, readClassTime, readDay, readTime } from './entries.ts'

describe('a time as typed (B3)', () => {
  test.each([...times.accepted, ['23:59', '23:59'] as const, ['11P', '23:00'] as const])(
    '%s is read as %s',
    (typed, time) => expect(readTime(typed)).toBe(time),
  )
  test.each(times.refused)('%s is not a time', (typed) => expect(readTime(typed)).toBeNull())
})

describe('the time of a class as typed', () => {
  test.each([
    ['5', '17:00'],
    ['1:15', '13:15'],
    ['7:59', '19:59'],
    [' 04:30 ', '16:30'],
  ])('%s without am or pm is read as %s', (typed, time) =>
    expect(readClassTime(typed)).toEqual({ time, isGuess: true }),
  )
  test.each([
    ['5 AM', '05:00'],
    ['5:15\u00a0PM', '17:15'],
    ['5a', '05:00'],
    ['5p', '17:00'],
    ['8', '08:00'],
    ['12:30', '12:30'],
    ['0:30', '00:30'],
    ['17', '17:00'],
  ])('%s is exactly %s', (typed, time) => expect(readClassTime(typed)).toEqual({ time, isGuess: false }))
  test('text that is not a time is refused', () => expect(readClassTime('5:')).toBeNull())
})

describe('a date as typed (B4)', () => {
  test.each(dates.accepted)('%s is read as %s, and its display form can be typed', (typed, day) => {
    expect(readDay(typed, 2026)).toBe(day)
    expect(readDay(dayTyped(day), 2020)).toBe(day)
  })
  test.each([...dates.refused, isoDate, ''])('%s is not a day', (typed) =>
    expect(readDay(typed, 2026)).toBeNull(),
  )
})

describe('a phone number (B6)', () => {
  test.each([
    ['+19195550172', '919-555-0172'],
    ['+442079460958', '+442079460958'],
    // Stored before the country was known.
    ['5550172', '555-017-2'],
    ['', ''],
  ])('stored as %j is shown as %j', (stored, words) => expect(phoneInWords(stored)).toBe(words))

  test.each([
    ['919', '919'],
    ['91955', '919-55'],
    ['919-555-01', '919-555-01'],
    ['(919) 555.0172', '919-555-0172'],
    ['19195550172', '19195550172'],
    ['+1 919', '+1 919'],
    ['020 7946 0958', '020 7946 0958'],
    ['call me', 'call me'],
  ])('is grouped as long as it can be American: %j is shown as %j', (typed, shown) =>
    expect(phoneTyped(typed)).toBe(shown),
  )

  test('of more than 64 characters is refused', () => {
    expect(Phone.safeParse(' +44 20 7946 0958 ').data).toBe('+44 20 7946 0958')
    expect(Phone.safeParse('5'.repeat(65)).success).toBe(false)
  })
})
