import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { clockAt, dayAt } from '#server/clock.ts'
import { isQuiet } from '#server/quiet-hours.ts'
import { announcedDays, settingsOf } from './sending-times.ts'

const at = (time: string) => ({ today: '2026-03-03', time })

test.each([
  ['07:59', true],
  ['08:00', false],
  ['12:00', false],
  ['19:59', false],
  ['20:00', true],
  ['23:59', true],
  ['00:00', true],
])('%s local time is within the quiet hours: %s', (time, quiet) => expect(isQuiet(at(time))).toBe(quiet))

const zone = 'America/New_York'
const moment = (instant: string) => {
  const here = Temporal.Instant.from(instant)
  return { today: dayAt(zone, here), time: clockAt(zone, here) }
}

test.each([
  ['on a winter day, 8 AM is 1 PM in UTC', '2026-03-07T12:59:00Z', true],
  ['on a winter day, 8 AM is 1 PM in UTC', '2026-03-07T13:00:00Z', false],
  ['on the day the clock goes forward, 8 AM comes an hour earlier', '2026-03-08T11:59:00Z', true],
  ['on the day the clock goes forward, 8 AM comes an hour earlier', '2026-03-08T12:00:00Z', false],
  ['on the evening after the clock goes forward, 8 PM comes an hour earlier', '2026-03-09T00:00:00Z', true],
  ['on the day the clock goes back, 8 AM comes an hour later', '2026-11-01T12:59:00Z', true],
  ['on the day the clock goes back, 8 AM comes an hour later', '2026-11-01T13:00:00Z', false],
])('%s, so %s is within the quiet hours: %s', (_, instant, quiet) =>
  expect(isQuiet(moment(instant))).toBe(quiet),
)

describe('a reminder before a class', () => {
  test.each<[string, string, boolean, string[]]>([
    [
      'is sent for today before the chosen hour, if it couldn’t be sent yesterday',
      '15:59',
      true,
      ['2026-03-03'],
    ],
    ['is also sent for tomorrow from the chosen hour on', '16:00', true, ['2026-03-03', '2026-03-04']],
    ['isn’t sent for today if reminders were switched on today', '16:00', false, ['2026-03-04']],
    ['isn’t sent before the chosen hour if reminders were switched on today', '09:00', false, []],
  ])('%s', (_, time, wasOn, days) => expect(announcedDays(at(time), { hour: 16, wasOn })).toEqual(days))

  test('is sent on the last day of a month for the first day of the next month', () => {
    expect(announcedDays({ today: '2026-02-28', time: '17:00' }, { hour: 16, wasOn: false })).toEqual([
      '2026-03-01',
    ])
  })
})

test('a kind of message has default settings until others are chosen, and only the settings that it uses', () => {
  expect(settingsOf('class', { hour: null, days: null })).toEqual({ hour: 16, days: null })
  expect(settingsOf('expiry', { hour: 9, days: 3 })).toEqual({ hour: null, days: 3 })
  expect(settingsOf('absent', { hour: 9, days: 3 })).toEqual({ hour: null, days: null })
})
