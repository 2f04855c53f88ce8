import { expect, test } from 'vitest'
import { hoursInWords, noHours, OpeningHours } from './opening-hours.ts'

const [afternoon, morning] = ['15:00-20:00', '09:00-13:00']

test.each<[string, string[], string]>([
  ['no hours give no text', noHours, ''],
  [
    'consecutive days with the same hours are one range',
    ['', afternoon, afternoon, afternoon, afternoon, afternoon, morning],
    'Mon–Fri 3:00\u00a0PM–8:00\u00a0PM, Sat 9:00\u00a0AM–1:00\u00a0PM',
  ],
  [
    'a closed day ends a range',
    ['', afternoon, afternoon, '', afternoon, '', ''],
    'Mon–Tue 3:00\u00a0PM–8:00\u00a0PM, Thu 3:00\u00a0PM–8:00\u00a0PM',
  ],
  ['Sunday ends the week', [morning, '', '', '', '', '', morning], 'Sat–Sun 9:00\u00a0AM–1:00\u00a0PM'],
])('%s', (_, hours, words) => expect(hoursInWords(hours)).toBe(words))

test.each([
  ['hours that end before they begin', ['20:00-15:00', '', '', '', '', '', '']],
  ['hours that end when they begin', ['15:00-15:00', '', '', '', '', '', '']],
  ['times that don’t exist', ['24:00-25:00', '', '', '', '', '', '']],
  ['six days', ['', '', '', '', '', '']],
])('%s are refused', (_, hours) => expect(OpeningHours.safeParse(hours).success).toBe(false))
