import { z } from 'zod'
import { isDay } from './day-text.ts'
import type { Day } from './days.ts'

/** Order of month and day in dates with slashes or hyphens. ISO dates and dates with dots are unambiguous. */
export const DateOrder = z.enum(['month first', 'day first'])
export type DateOrder = z.infer<typeof DateOrder>

const padded = (part: string | undefined) => (part ?? '').padStart(2, '0')
const fullYear = (year = '') => (year.length === 2 ? `20${year}` : year)

/**
 * Parses a date such as `2026-03-04`, `20260304`, `3/4/2026`, `3/4/26` or `04.03.2026`. Ignores a time
 * after an ISO date. Returns null if the text isn't a date.
 */
export function readDay(text: string, order: DateOrder): Day | null {
  const typed = text.trim()
  const iso = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})(?=$|[T\s])/.exec(typed)
  const [, one, mark, two, year] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(typed) ?? []
  const dayFirst = mark === '.' || order === 'day first'
  const [month, day] = dayFirst ? [two, one] : [one, two]
  const read = iso ? `${iso[1]}-${iso[2]}-${iso[3]}` : `${fullYear(year)}-${padded(month)}-${padded(day)}`
  return isDay(read) ? read : null
}
