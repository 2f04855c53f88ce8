import { Temporal } from 'temporal-polyfill'
import type { Day } from '#shared/days.ts'

let fixed: { day: Day; time: string | null } | null = null

/**
 * Fixes today's date for the whole product, and the time of day if `moment` includes one, so that tests don't
 * depend on the real date. Null switches back to the real clock.
 */
export function setClock(moment: string | null) {
  const [day, time = null] = moment?.split(' ') ?? []
  fixed = day ? { day, time } : null
}

/** Returns the calendar date in a time zone (IANA) at an instant, by default now. */
export const dayAt = (zone: string, instant = Temporal.Now.instant()): Day =>
  instant.toZonedDateTimeISO(zone).toPlainDate().toString()

/** Returns today's date at a center, from its IANA time zone (product §1). */
export const today = (zone: string): Day => fixed?.day ?? dayAt(zone)

/** Returns the wall-clock time in a time zone at an instant, `HH:MM`. */
export const clockAt = (zone: string, instant: Temporal.Instant) =>
  instant.toZonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: 'minute' })

/** Returns the current wall-clock time at a center, `HH:MM`. */
export const timeAt = (zone: string) => fixed?.time ?? clockAt(zone, Temporal.Now.instant())

/**
 * Returns the instant at which clocks in a zone show a time (`HH:MM`) on a day, as ISO 8601 in UTC. A time
 * that a clock change skips moves later by the length of the gap. For a time that occurs twice, returns the
 * first instant.
 */
export const instantOf = (zone: string, day: Day, time: string) =>
  Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).toInstant().toString()

/**
 * Returns the clock changes of a zone that apply in a range of days (`until` is exclusive), starting with the
 * last one before the range. If the zone had no change before the range, returns a single entry that changes
 * nothing. `at` is the wall-clock time of the change, in the offset before the change; `before` and `after`
 * are offsets such as `-05:00`.
 */
export function clockChanges(zone: string, { from, until }: { from: Day; until: Day }) {
  const start = Temporal.PlainDate.from(from).toZonedDateTime(zone)
  const end = Temporal.PlainDate.from(until).toZonedDateTime(zone)
  const first = start.getTimeZoneTransition('previous')
  if (!first) return [{ at: '1970-01-01T00:00:00', before: start.offset, after: start.offset }]
  const changes = []
  for (
    let next: Temporal.ZonedDateTime | null = first;
    next && next.epochNanoseconds < end.epochNanoseconds;
  ) {
    const before = next.subtract({ nanoseconds: 1 }).offset
    const at = next
      .toInstant()
      .toZonedDateTimeISO(before)
      .toPlainDateTime()
      .toString({ smallestUnit: 'second' })
    changes.push({ at, before, after: next.offset })
    next = next.getTimeZoneTransition('next')
  }
  return changes
}
