import { z } from 'zod'
import { Place } from '../places/api.ts'
import { del, patch, post } from '#shared/contract.ts'
import { Day } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'

/**
 * Confirms canceling make-ups booked during the break. Without confirmation, such make-ups cause a 409
 * `covers_makeups` {makeups}.
 */
const confirmed = z.boolean().optional()

/**
 * Breaks of a regular place (product §3): the student keeps the place, and the seat is free on those days.
 * Each call returns the place and increments its version. 409 `break_overlaps`, `covers_makeups`, or `begun`
 * if the student came to the class on one of these days. For a day that is no longer a break, also
 * `class_full` if a guest has the seat, or `overlapping` if the student is in another class at that time.
 */
export const breaks = {
  /** Adds a break. Without `endDate` it lasts until the place ends. */
  add: post('/centers/:centerId/places/:placeId/breaks', {
    who: 'places.change',
    input: z.object({
      centerId: CenterName,
      placeId: Id,
      startDate: Day,
      endDate: Day.nullable().optional(),
      confirmed,
    }),
    output: Place,
  }),
  change: patch('/centers/:centerId/breaks/:breakId', {
    who: 'places.change',
    input: z.object({
      centerId: CenterName,
      breakId: Id,
      startDate: Day.optional(),
      endDate: Day.nullable().optional(),
      confirmed,
    }),
    output: Place,
  }),
  remove: del('/centers/:centerId/breaks/:breakId', {
    who: 'places.change',
    input: z.object({ centerId: CenterName, breakId: Id }),
    output: Place,
  }),
}
