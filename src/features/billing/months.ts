import { addDays, addMonths } from '#shared/calendar.ts'
import { monthInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'

/** Months as `YYYY-MM`. The database stores a month as its first day. */

export const firstDay = (month: string): Day => `${month}-01`
export const daysOf = (month: string) => ({
  from: firstDay(month),
  until: addDays(addMonths(firstDay(month), 1), -1),
})
export const monthOf = (day: Day) => day.slice(0, 'YYYY-MM'.length)
/** Returns the month that is this many months later, or earlier if the number is negative. */
export const monthsLater = (month: string, months: number) => monthOf(addMonths(firstDay(month), months))
/** Formats a month: `March 2026`. */
export const monthName = (month: string) => monthInWords(firstDay(month))
