import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'

/**
 * An offer of a seat to a student on the waitlist (product §3). Starting on `from`, the class has a permanent
 * free seat. This student has been on the waitlist since `since` and is the first of `waiting` students. To
 * give the seat, call `places.change` with `type: 'regular'` and `from` as the start.
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
