import { describe, expect, test } from 'vitest'
import { dates, isoDate, phones, times } from '#tests/entry-cases.ts'
import { dayTyped, Phone, phoneDigits, phoneInWords, readClassTime, readDay, readTime } from './entries.ts'

describe('a time as typed (B3)', () => {
  test.each([...times.accepted, ['23:59', '23:59'] as const, ['11P', '23:00'] as const])(
    '%s is %s',
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
  ])('%s without am or pm is taken for %s', (typed, time) =>
    expect(readClassTime(typed)).toEqual({ time, isGuess: true }),
  )
  test.each([
    ['5 AM', '05:00'],
    ['5a', '05:00'],
    ['5p', '17:00'],
    ['8', '08:00'],
    ['12:30', '12:30'],
    ['0:30', '00:30'],
    ['17', '17:00'],
  ])('%s is exactly %s', (typed, time) => expect(readClassTime(typed)).toEqual({ time, isGuess: false }))
  test('what is no time stays none', () => expect(readClassTime('5:')).toBeNull())
})

describe('a date as typed (B4)', () => {
  test.each(dates.accepted)('%s is %s, and its display form can be typed', (typed, day) => {
    expect(readDay(typed, 2026)).toBe(day)
    expect(readDay(dayTyped(day), 2020)).toBe(day)
  })
  test.each([...dates.refused, isoDate, ''])('%s is not a day', (typed) =>
    expect(readDay(typed, 2026)).toBeNull(),
  )
})

describe('a phone number (B6)', () => {
  test.each(phones)('%j is stored as %j and shown as %j', (typed, digits, words) => {
    expect(phoneDigits(typed)).toBe(digits)
    expect(phoneInWords(digits)).toBe(words)
    expect(phoneDigits(words)).toBe(digits)
  })

  test('of more than 64 characters is refused', () => {
    expect(Phone.safeParse('5'.repeat(64)).data).toBe('5555555555')
    expect(Phone.safeParse('5'.repeat(65)).success).toBe(false)
  })
})
