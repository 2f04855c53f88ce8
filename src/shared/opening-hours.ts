import { z } from 'zod'
import { clock } from './day-text.ts'
import { t } from './language.ts'

/** Hours of a weekday, such as `15:00-20:00`, or '' if the center is closed. */
const Hours = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)?$/, 'must be hours such as 15:00-20:00')
  .refine((text) => text === '' || text.slice(0, 5) < text.slice(6), 'must end after they begin')

/** Opening hours of a center, one entry for each weekday, starting with Sunday. */
export const OpeningHours = z.array(Hours).length(7, 'must have seven days')

export const noHours = ['', '', '', '', '', '', '']

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Parses the two times of a day, or returns null if the center is closed. */
export const timesOf = (hours: string) =>
  hours === '' ? null : { from: hours.slice(0, 5), to: hours.slice(6) }

const short = (day: number) => t(weekdays[day] ?? '').slice(0, 3)

/** Monday first, the usual order of posted opening hours. */
const order = [1, 2, 3, 4, 5, 6, 0]

/**
 * Formats opening hours: `Mon–Fri 3:00 PM–8:00 PM, Sat 9:00 AM–1:00 PM`. Consecutive days with the same hours
 * are one range. Empty if no hours are known.
 */
export function hoursInWords(all: readonly string[]) {
  const runs: { first: number; last: number; hours: string; end: number }[] = []
  for (const [at, day] of order.entries()) {
    const hours = all[day] ?? ''
    if (hours === '') continue
    const run = runs.at(-1)
    if (run?.hours === hours && run.end === at - 1) Object.assign(run, { last: day, end: at })
    else runs.push({ first: day, last: day, hours, end: at })
  }
  return runs
    .map(({ first, last, hours }) => {
      const days = first === last ? short(first) : `${short(first)}–${short(last)}`
      return `${days} ${clock(hours.slice(0, 5))}–${clock(hours.slice(6))}`
    })
    .join(', ')
}
