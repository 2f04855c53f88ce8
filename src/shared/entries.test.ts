import { describe, expect, test } from 'vitest'
import { Phone, phoneDigits, phoneInWords, readDay, readTime } from './entries.ts'

describe('a time as typed (B3)', () => {
  test.each([
    ['9', '09:00'],
    ['0', '00:00'],
    ['23:59', '23:59'],
    ['9:05', '09:05'],
    ['9p', '21:00'],
    ['9:30pm', '21:30'],
    ['12a', '00:00'],
    ['12:15am', '00:15'],
    ['12p', '12:00'],
    ['12', '12:00'],
    ['0p', '12:00'],
    ['11P', '23:00'],
    ['9 pm', '21:00'],
    ['13a', '13:00'],
  ])('%s is %s', (typed, time) => expect(readTime(typed)).toBe(time))

  test.each(['24', '13p', '13:00pm', '9:60', '9:5', '9:', ':30', '9.30', '930', '-1', '9x', '9ap', '', '９'])('%s is no time', (typed) =>
    expect(readTime(typed)).toBeNull(),
  )
})

describe('a date as typed (B4)', () => {
  test.each([
    ['2/9', '2026-02-09'],
    ['02-09', '2026-02-09'],
    ['2/9/2024', '2024-02-09'],
    ['2/29/2024', '2024-02-29'],
    [' 12/31 ', '2026-12-31'],
  ])('%s is %s', (typed, day) => expect(readDay(typed, 2026)).toBe(day))

  test.each([
    '2/30',
    '2/29',
    '13/1',
    '0/1',
    '1/0',
    '4/31',
    '1/1/24',
    '1/1/0000',
    '1/1/99999',
    '1-1/2024',
    '2024-01-01',
    '1/1/',
    'today',
    '',
  ])('%s is no day', (typed) => expect(readDay(typed, 2026)).toBeNull())
})

describe('a phone number (B6)', () => {
  test.each([
    ['(555) 123-4567', '5551234567', '555-123-4567'],
    ['5551', '5551', '555-1'],
    ['+1 555 123 4567 89', '1555123456', '155-512-3456'],
    ['call me', '', ''],
    ['', '', ''],
  ])('%j keeps %j and shows %j', (typed, digits, words) => {
    expect(phoneDigits(typed)).toBe(digits)
    expect(phoneInWords(digits)).toBe(words)
    expect(phoneDigits(words)).toBe(digits)
  })

  test('of more than 64 characters is refused', () => {
    expect(Phone.safeParse('5'.repeat(64)).data).toBe('5555555555')
    expect(Phone.safeParse('5'.repeat(65)).success).toBe(false)
  })
})
