import { z } from 'zod'
import { get, Nothing, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Instant, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'

/** A make-up that a parent has booked and the center hasn't confirmed yet. Its seat is held. */
const MakeUpRequest = record('MakeUpRequest', {
  placeId: Id,
  classId: Id,
  className: z.string(),
  on: Day,
  time: Time,
  studentId: Id,
  firstName: z.string(),
  lastName: z.string(),
  /** Name of the parent. */
  by: z.string(),
  at: Instant,
})
export type MakeUpRequest = z.infer<typeof MakeUpRequest>

export const makeupRequests = {
  /** Requests for today and later, with the earliest class first. */
  list: get('/centers/:centerId/makeup-requests', {
    who: 'places.read',
    input: z.object({ centerId: CenterName }),
    output: z.array(MakeUpRequest),
  }),
  /**
   * Confirms a request, or declines it, which frees the seat and reopens the credit. The parent gets an email
   * either way. 409 `answered` if somebody has already confirmed it; 404 if it was declined or canceled.
   */
  answer: post('/centers/:centerId/makeup-requests/:placeId', {
    who: 'places.change',
    input: z.object({ centerId: CenterName, placeId: Id, accept: z.boolean() }),
    output: Nothing,
  }),
}
