import { Temporal } from 'temporal-polyfill'
import { dayAt } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'

let fixed: { day: Day; time: string | null } | null = null

/** Fixes the product's day, and with it the time of day if that is said too, so that a journey can be played at any moment. */
export function setClock(moment: string | null) {
  const [day, time = null] = moment?.split(' ') ?? []
  fixed = day ? { day, time } : null
}

/** Today at a center, by its IANA time zone (product §1). */
export const today = (zone: string): Day => fixed?.day ?? dayAt(zone)

/** The wall-clock time at a center now, `HH:MM`. */
export const timeAt = (zone: string) =>
  fixed?.time ?? Temporal.Now.zonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: 'minute' })

/** The instant at which a wall clock in a zone shows a time, `HH:MM`, on a day. A time that the clock skips is as much later. */
export const instantOf = (zone: string, day: Day, time: string) =>
  Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).toInstant().toString()

/**
 * The changes of a zone's clock that hold in a range of days, the last one before it first; a zone that never changes has one of no effect. `at`
 * is what the clock showed before it was put on or back.
 */
export function clockChanges(zone: string, { from, until }: { from: Day; until: Day }) {
  const start = Temporal.PlainDate.from(from).toZonedDateTime(zone)
  const end = Temporal.PlainDate.from(until).toZonedDateTime(zone)
  const first = start.getTimeZoneTransition('previous')
  if (!first) return [{ at: '1970-01-01T00:00:00', before: start.offset, after: start.offset }]
  const changes = []
  for (let next: Temporal.ZonedDateTime | null = first; next && next.epochNanoseconds < end.epochNanoseconds;) {
    const before = next.subtract({ nanoseconds: 1 }).offset
    const at = next.toInstant().toZonedDateTimeISO(before).toPlainDateTime().toString({ smallestUnit: 'second' })
    changes.push({ at, before, after: next.offset })
    next = next.getTimeZoneTransition('next')
  }
  return changes
}
