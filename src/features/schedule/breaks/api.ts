import { z } from 'zod'
import { Place } from '#features/schedule/places/api.ts'
import { del, patch, post } from '#shared/contract.ts'
import { Day } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'

/** Booked make-ups on the days of the break are canceled; without it they are a 409 `covers_makeups` {makeups}. */
const confirmed = z.boolean().optional()

/**
 * Breaks of a regular place (product §3): the place is kept, the seat is free on those days. Each answers the place, whose version they count
 * up. 409 `break_overlaps`, `covers_makeups`, `begun`, and `class_full` when a break is cut short while a guest has the seat.
 */
export const breaks = {
  /** Without `endDate` until the place ends. */
  add: post('/centers/:centerId/places/:placeId/breaks', {
    who: 'places.change',
    input: z.object({ centerId: CenterName, placeId: Id, startDate: Day, endDate: Day.nullable().optional(), confirmed }),
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
