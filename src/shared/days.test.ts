import { expect, test } from 'vitest'
import { dateInWords, dayInWords, fullDayInWords, monthInWords } from './days.ts'

test('a day is said as itself, wherever its reader is', () => {
  expect([dayInWords, dateInWords, fullDayInWords, monthInWords].map((inWords) => inWords('2026-03-05'))).toEqual([
    'Thu, Mar 5',
    'Mar 5, 2026',
    'Thursday, March 5, 2026',
    'March 2026',
  ])
})
