import { expect, test } from 'vitest'
import { bookingInWords, toBookInWords } from './makeup-words.ts'

const credit = (firstName: string, state = 'open') => ({ childId: firstName, firstName, state })

test.each([
  [[], null],
  [[credit('Ada', 'booked')], null],
  [[credit('Ada')], '1 make-up to book for Ada'],
  [[credit('Ada'), credit('Ada')], '2 make-ups to book for Ada'],
  [[credit('Ada'), credit('Ben'), credit('Ben', 'booked')], '2 make-ups to book: Ada 1, Ben 1'],
])('the credits %j are summarized as %s', (credits, words) => expect(toBookInWords(credits)).toBe(words))

test.each([
  [
    { confirms: false, noticeHours: 24, canChange: true },
    ['You can move or cancel it up to 24 hours before it starts.'],
  ],
  [{ confirms: false, noticeHours: 0, canChange: true }, ['You can move or cancel it until it starts.']],
  [
    { confirms: true, noticeHours: 72, canChange: false },
    [
      'The seat is held while the center confirms it. You’ll get an email.',
      'It starts in less than 3 days, so only the center can move or cancel it.',
    ],
  ],
])('the rules %j are explained before booking', (booking, words) =>
  expect(bookingInWords(booking)).toEqual(words),
)
