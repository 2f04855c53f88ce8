import { z } from 'zod'

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether `YYYY-MM-DD` names a real day between 1900 and 2100. Pages ask this: the schema would bring all of Zod to whoever reads a day. */
export function isDay(text: string) {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number)
  if (!year || !month || !day || year < 1900 || year > 2100 || month > 12) return false
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (lengths[month - 1] as number) + (leap ? 1 : 0)
}

/** A calendar date `YYYY-MM-DD` without a zone: the centre's own day (product §1). */
export const Day = z.string().refine(isDay, 'must be a day such as 2026-03-04')
export type Day = z.infer<typeof Day>

/** A wall-clock time `HH:MM`, 24 hours. */
export const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 16:30')

/** An instant in UTC as ISO 8601, e.g. `2026-03-04T16:30:00.000Z`. */
export const Instant = z.string()

/** `16:30` as people read it: `4:30 PM` (spec §9). */
export function clock(time: string) {
  const [hour, minute] = time.split(':').map(Number) as [number, number]
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** A day is told as itself wherever its reader is, as midnight in UTC; an instant by the clock that `options` names. */
function inWords(options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
  return (at: string) => format.format(new Date(at))
}

/** A day of these weeks, `Thu, Mar 5`. */
export const dayInWords = inWords({ weekday: 'short', month: 'short', day: 'numeric' })

/** A day of any year, `Mar 5, 2026`. */
export const dateInWords = inWords({ month: 'short', day: 'numeric', year: 'numeric' })

/** The month of a day, `March 2026`. */
export const monthInWords = inWords({ month: 'long', year: 'numeric' })

/** A day that a page is about, `Thursday, March 5, 2026`. */
export const fullDayInWords = inWords({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })

/**
 * Instants by the clock of a place (IANA zone), without one by the reader's own: a `moment` is `Mar 5, 2026, 4:30 PM`, its `day` `Mar 5, 2026`, its `time`
 * `4:30 PM`. What belongs to a centre is told by the centre's clock (product §1), the installation's and an account's own by the reader's.
 */
export const clockOf = (timeZone?: string) => ({
  moment: inWords({ dateStyle: 'medium', timeStyle: 'short', timeZone }),
  day: inWords({ dateStyle: 'medium', timeZone }),
  time: inWords({ timeStyle: 'short', timeZone }),
})
export type Clock = ReturnType<typeof clockOf>

/** Instants by the clock of a place (IANA zone), as a spreadsheet reads them: `2026-03-04 16:30`. */
export function momentsAt(zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone })
  return (instant: string) => format.format(new Date(instant))
}
