import { z } from 'zod'
import { get, Nothing, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Instant } from '#shared/days.ts'
import { Id } from '#shared/ids.ts'

/** SHA-256 of a session's token in hex. It identifies the session, but can't be used to sign in. */
const SessionName = z.string().regex(/^[\da-f]{64}$/)

const SessionOf = record('SessionOf', {
  _id: SessionName,
  /** Browser and operating system: `Firefox on Windows`. */
  browser: z.string(),
  /** Network address from which the session was last used; empty if unknown. */
  address: z.string(),
  startedAt: Instant,
  seenAt: Instant,
  /** True for the caller's own session. */
  current: z.boolean(),
})
export type SessionOf = z.infer<typeof SessionOf>

/** Sessions of a person (reliability M50): the caller's own or, for an admin, anyone's. */
export const sessions = {
  list: get('/users/:id/sessions', {
    who: 'users.sessions',
    input: z.object({ id: Id }),
    output: z.array(SessionOf),
  }),
  /**
   * Ends one session, or all but the caller's if `session` is missing. Ending an ended session is not an
   * error.
   */
  end: post('/users/:id/sessions/end', {
    who: 'users.sessions',
    input: z.object({ id: Id, session: SessionName.optional() }),
    output: Nothing,
  }),
}
