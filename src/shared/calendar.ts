import type { Day } from './days.ts'

/**
 * Calendar arithmetic on days. A day is taken as midnight in UTC, where every day has 24 hours, so pages don't
 * need the 19 kB of Temporal for it. Time zones are in `server/clock.ts`.
 */

const dayMs = 24 * 60 * 60 * 1000

/** Returns the weekday of a day, 0 = Sunday (spec §3). */
export const weekday = (day: Day) => new Date(day).getUTCDay()

export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length)

/**
 * Returns the end of a class that starts at `HH:MM` and lasts this many minutes. Never later than 23:59 (spec
 * §9).
 */
export function endTime(time: string, minutes: number) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const end = Math.min(hour * 60 + minute + minutes, 24 * 60 - 1)
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
}
