import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'

/**
 * A seat for the waitlist (product §3): the class has a permanent seat from `from` on, and this student is
 * first in line (of `waiting` students) since `since`. Accepted by `places.change` with `type: 'regular'` and
 * `from` as its start.
 */
const Offer = record('Offer', {
  placeId: Id,
  classId: Id,
  name: z.string(),
  day: z.int(),
  time: Time,
  studentId: Id,
  firstName: z.string(),
  lastName: z.string(),
  since: Day,
  waiting: z.int(),
  from: Day,
})
export type Offer = z.infer<typeof Offer>

export const offers = {
  list: get('/centers/:centerId/offers', {
    who: 'places.read',
    input: z.object({ centerId: CenterName }),
    output: z.array(Offer),
  }),
}
