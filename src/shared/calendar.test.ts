import { assert, integer, nat, property } from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { addDays, addMonths, weekday } from './calendar.ts'

const first = Temporal.PlainDate.from('1900-01-01')
const anyDay = nat(200 * 366).map((days) => first.add({ days }))

test('weekday and addDays give the same results as Temporal, whatever the device’s time zone', () => {
  const { TZ } = process.env
  for (const zone of ['UTC', 'America/New_York', 'Pacific/Apia']) {
    process.env['TZ'] = zone
    assert(
      property(anyDay, integer({ min: -800, max: 800 }), (day, days) => {
        expect(weekday(day.toString())).toBe(day.dayOfWeek % 7)
        expect(addDays(day.toString(), days)).toBe(day.add({ days }).toString())
      }),
    )
  }
  if (TZ === undefined) delete process.env['TZ']
  else process.env['TZ'] = TZ
})

test('addMonths gives the same results as Temporal, including the last day of a shorter month', () => {
  assert(
    property(anyDay, integer({ min: -30, max: 30 }), (day, months) => {
      expect(addMonths(day.toString(), months)).toBe(day.add({ months }).toString())
    }),
  )
})
