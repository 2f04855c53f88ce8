import { Temporal } from 'temporal-polyfill'
import type { Day } from './days.ts'

/** Calendar arithmetic on days; apart from `days.ts` because a student's page needs none of it. */

/** The weekday of a day, 0 = Sunday (spec §3). */
export const weekday = (day: Day) => Temporal.PlainDate.from(day).dayOfWeek % 7

export const addDays = (day: Day, days: number): Day => Temporal.PlainDate.from(day).add({ days }).toString()

/** The calendar date at a place (IANA zone) at an instant, by default now. */
export const dayAt = (zone: string, instant = Temporal.Now.instant()): Day => instant.toZonedDateTimeISO(zone).toPlainDate().toString()
