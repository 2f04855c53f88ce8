import { Temporal } from 'temporal-polyfill'
import type { Day } from './days.ts'

/** Calendar arithmetic on days. Separate from `days.ts` because a student's page doesn't need it. */

/** Returns the weekday of a day, 0 = Sunday (spec §3). */
export const weekday = (day: Day) => Temporal.PlainDate.from(day).dayOfWeek % 7

export const addDays = (day: Day, days: number): Day => Temporal.PlainDate.from(day).add({ days }).toString()

/** Returns the calendar date in a time zone (IANA) at an instant, by default now. */
export const dayAt = (zone: string, instant = Temporal.Now.instant()): Day =>
  instant.toZonedDateTimeISO(zone).toPlainDate().toString()

/**
 * Returns the end of a class that starts at `HH:MM` and lasts this many minutes. Never later than 23:59 (spec
 * §9).
 */
export function endTime(time: string, minutes: number) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const end = Math.min(hour * 60 + minute + minutes, 24 * 60 - 1)
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
}
