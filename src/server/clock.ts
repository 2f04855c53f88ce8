import { dayAt } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'

let fixed: Day | null = null

/** Fixes the product's day, so that a journey can be played on any date. Null: the real one. */
export function setClock(day: Day | null) {
  fixed = day
}

/** Today at a centre, by its IANA time zone (product §1). */
export const today = (zone: string): Day => fixed ?? dayAt(zone)
