import { z } from 'zod'
import { del, get, None, Nothing, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Instant } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'

const Duty = z.enum(['office', 'teacher', 'assistant'])

/** A request as shown to the center: only what the center entered, nothing from the account. */
const SentRequest = record('SentRequest', {
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Student whom the request would link to the account, or null if the request is about a duty. */
  studentId: Id.nullable(),
  duty: Duty.nullable(),
  askedAt: Instant,
  /** Time at which the owner declined; null while the request waits. */
  declinedAt: Instant.nullable(),
  /**
   * Time from which a declined request can be sent again or removed; null if it wasn't declined or that time
   * has passed.
   */
  againAt: Instant.nullable(),
})
export type SentRequest = z.infer<typeof SentRequest>

/** A request as shown to the owner of the account. */
const MyRequest = record('MyRequest', {
  _id: Id,
  centerId: z.string(),
  /** First name of the child, or null if the request is about a duty. */
  child: z.string().nullable(),
  duty: Duty.nullable(),
  askedAt: Instant,
  /** True if this kind of account can accept: parents' accounts for children, staff accounts for duties. */
  fits: z.boolean(),
})
export type MyRequest = z.infer<typeof MyRequest>

const inCenter = z.object({ centerId: CenterName })

/** Requests for the consent of an account's owner (product §12). Nothing changes until the owner accepts. */
export const requests = {
  sent: get('/centers/:centerId/requests', {
    who: 'requests.read',
    input: inCenter.extend({ studentId: Id.optional() }),
    output: z.array(SentRequest),
  }),
  /**
   * Withdraws a request, or removes a declined one; 409 `declined_lately` for seven days after the owner has
   * declined. 403 for a request about a duty if the caller may not add staff.
   */
  withdraw: del('/centers/:centerId/requests/:id', {
    who: 'requests.read',
    input: inCenter.extend({ id: Id }),
    output: Nothing,
  }),
  mine: get('/users/me/requests', { who: 'requests.answer', input: None, output: z.array(MyRequest) }),
}

/**
 * The account owner's answer to a request. The students feature handles it, because accepting may link a
 * child.
 */
export const consents = {
  /** Answers a request; 404 if it was withdrawn or already answered. */
  answer: post('/users/me/requests/:id', {
    who: 'requests.answer',
    input: z.object({ id: Id, accept: z.boolean() }),
    output: Nothing,
  }),
}
