import { Temporal } from 'temporal-polyfill'
import { dayAt } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'

let fixed: { day: Day; time: string | null } | null = null

/** Fixes the product's day, and with it the time of day if that is said too, so that a journey can be played at any moment. */
export function setClock(moment: string | null) {
  const [day, time = null] = moment?.split(' ') ?? []
  fixed = day ? { day, time } : null
}

/** Today at a centre, by its IANA time zone (product §1). */
export const today = (zone: string): Day => fixed?.day ?? dayAt(zone)

/** The wall-clock time at a centre now, `HH:MM`. */
export const timeAt = (zone: string) =>
  fixed?.time ?? Temporal.Now.zonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: 'minute' })

/** The instant at which a wall clock in a zone shows a time, `HH:MM`, on a day. A time that the clock skips is as much later. */
export const instantOf = (zone: string, day: Day, time: string) =>
  Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).toInstant().toString()
