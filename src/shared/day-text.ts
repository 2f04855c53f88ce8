/**
 * Days and times as text. Apart from their schemas, of which a page that tells a day would load all.
 */

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether `YYYY-MM-DD` names a real day between 1900 and 2100. The schema of a day asks this. */
export function isDay(text: string) {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number)
  if (!year || !month || !day || year < 1900 || year > 2100 || month > 12) return false
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (lengths[month - 1] as number) + (leap ? 1 : 0)
}

/** `16:30` as people read it: `4:30 PM` (spec §9). */
export function clock(time: string) {
  const [hour, minute] = time.split(':').map(Number) as [number, number]
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/**
 * A day is told as itself wherever its reader is, as midnight in UTC; an instant by the clock that `options` names. A format takes a tablet many times as
 * long to make as to use, so it is made when something is first told by it.
 */
function inWords(options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined
  return (at: string) => {
    format ??= new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
    return format.format(new Date(at))
  }
}

/** A day of these weeks, `Thu, Mar 5`. */
export const dayInWords = inWords({ weekday: 'short', month: 'short', day: 'numeric' })

/** A day of any year, `Mar 5, 2026`. */
export const dateInWords = inWords({ month: 'short', day: 'numeric', year: 'numeric' })

/** The month of a day, `March 2026`. */
export const monthInWords = inWords({ month: 'long', year: 'numeric' })

/** A day that a page is about, `Thursday, March 5, 2026`. */
export const fullDayInWords = inWords({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })

/** The day of an instant by the reader's own clock: `Monday`, and `November 16`. */
export const ownWeekday = inWords({ weekday: 'long', timeZone: undefined })
export const ownMonthDay = inWords({ month: 'long', day: 'numeric', timeZone: undefined })

export type Clock = Record<'moment' | 'day' | 'time', (instant: string) => string>

/** One for each place: every row of a list asks for its own. */
const clocks = new Map<string | undefined, Clock>()

/**
 * Instants by the clock of a place (IANA zone), without one by the reader's own: a `moment` is `Mar 5, 2026, 4:30 PM`, its `day` `Mar 5, 2026`, its `time`
 * `4:30 PM`. What belongs to a center is told by the center's clock (product §1), the installation's and an account's own by the reader's.
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

/** Instants by the clock of a place (IANA zone), as a spreadsheet reads them: `2026-03-04 16:30`. */
export function momentsAt(zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone })
  return (instant: string) => format.format(new Date(instant))
}
