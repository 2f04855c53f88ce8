import type { Day } from './days.ts'

/**
 * Calendar arithmetic on days. A day counts as midnight in UTC, where every day has 24 hours, so pages don't
 * need the 19 kB of Temporal. Time zones are handled in `server/clock.ts`.
 */

const dayMs = 24 * 60 * 60 * 1000

/** Returns the weekday of a day, 0 = Sunday (spec §3). */
export const weekday = (day: Day) => new Date(day).getUTCDay()

const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length)

export const addDays = (day: Day, days: number): Day => dayOf(Date.parse(day) + days * dayMs)
/** Returns the number of days from one day to another. It is negative if the other day is earlier. */
export const daysBetween = (from: Day, to: Day) => (Date.parse(to) - Date.parse(from)) / dayMs

/**
 * Returns the same day this many months later (or earlier, if negative), or the last day of that month if it
 * has no such day.
 */
export function addMonths(day: Day, months: number): Day {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month, Math.min(Number(day.slice(8)), last)))
}

/**
 * Returns the end of a class that starts at `HH:MM` and lasts this many minutes, capped at 23:59 (spec §9).
 */
export function endTime(time: string, minutes: number) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const end = Math.min(hour * 60 + minute + minutes, 24 * 60 - 1)
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
}
