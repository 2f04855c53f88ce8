/**
 * Days and times as text. Separate from their schemas, so that a page that only shows a day doesn't load the
 * schemas.
 */

import { reader } from './language.ts'

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** True if `YYYY-MM-DD` is a real day between 1900 and 2100. Used by the schema of a day. */
export function isDay(text: string) {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number)
  if (!year || !month || !day || year < 1900 || year > 2100 || month > 12) return false
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (lengths[month - 1] as number) + (leap ? 1 : 0)
}

/** Formats `16:30` as `4:30 PM` (spec §9), with a no-break space so that a line never ends within a time. */
export function clock(time: string) {
  const [hour, minute] = time.split(':').map(Number) as [number, number]
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')}\u00a0${hour < 12 ? 'AM' : 'PM'}`
}

/** Matches AM or PM in English or Spanish (`4:30 p. m.`), after any kind of space. */
const halfOfDay = /\s([ap])\.?\s?m\b\.?/i

/**
 * Returns a formatter. It formats a day as midnight in UTC, so the text is the same in every time zone, and
 * an instant in the time zone in `options`. Times read `4:30 PM` in every language, like those of `clock`.
 * Creating an Intl format on a tablet takes many times as long as using it, so each is created on first use.
 */
function inWords(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (at: string) => {
    const { tag } = reader()
    const format = formats.get(tag) ?? new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options })
    formats.set(tag, format)
    return format.format(new Date(at)).replace(halfOfDay, (_, half: string) => `\u00a0${half.toUpperCase()}M`)
  }
}

/** Formats a day near today: `Thu, Mar 5`. */
export const dayInWords = inWords({ weekday: 'short', month: 'short', day: 'numeric' })

/** Formats a day of any year: `Mar 5, 2026`. */
export const dateInWords = inWords({ month: 'short', day: 'numeric', year: 'numeric' })

/** Formats the month of a day: `March 2026`. */
export const monthInWords = inWords({ month: 'long', year: 'numeric' })

const shortWeekdays = inWords({ weekday: 'short' })
const longWeekdays = inWords({ weekday: 'long' })
/** Returns a day that is this weekday. January 1, 2023 was a Sunday. */
const dayOfWeek = (weekday: number) => `2023-01-0${weekday + 1}`

/** Returns the short name of a weekday, 0 for Sunday: `Sun`. */
export const shortWeekday = (weekday: number) => shortWeekdays(dayOfWeek(weekday))
/** Returns the name of a weekday, 0 for Sunday: `Sunday`. */
export const longWeekday = (weekday: number) => longWeekdays(dayOfWeek(weekday))

/** Formats a day as a page heading: `Thursday, March 5, 2026`. */
export const fullDayInWords = inWords({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })

/** Formats the weekday of an instant in the reader's own time zone: `Monday`. */
export const ownWeekday = inWords({ weekday: 'long', timeZone: undefined })
export const ownMonthDay = inWords({ month: 'long', day: 'numeric', timeZone: undefined })

export type Clock = Record<'moment' | 'day' | 'time', (instant: string) => string>

/** Cache of clocks by time zone, because every row of a list needs one. */
const clocks = new Map<string | undefined, Clock>()

/**
 * Returns formatters for instants in a time zone (IANA), by default the reader's own. `moment` is `Mar 5,
 * 2026, 4:30 PM`, `day` is `Mar 5, 2026`, `time` is `4:30 PM`. Use the center's time zone for a center's data
 * (product §1), and the reader's for data about the installation or an account.
 */
export function clockOf(timeZone?: string) {
  const made = clocks.get(timeZone) ?? {
    moment: inWords({ dateStyle: 'medium', timeStyle: 'short', timeZone }),
    day: inWords({ dateStyle: 'medium', timeZone }),
    time: inWords({ timeStyle: 'short', timeZone }),
  }
  clocks.set(timeZone, made)
  return made
}

/**
 * Returns a formatter for instants in a time zone (IANA), in a format that spreadsheets understand:
 * `2026-03-04 16:30`.
 */
export function momentsAt(zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone })
  return (instant: string) => format.format(new Date(instant))
}
