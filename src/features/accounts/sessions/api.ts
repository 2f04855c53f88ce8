import { z } from 'zod'
import { get, Nothing, post } from '#shared/contract.ts'
import { Instant } from '#shared/days.ts'
import { Id } from '#shared/ids.ts'

/** SHA-256 of a session's token in hex: it names the session and opens nothing. */
const SessionName = z.string().regex(/^[\da-f]{64}$/)

const SessionOf = z.object({
  _id: SessionName,
  /** `Firefox on Windows`. */
  browser: z.string(),
  /** The address that it was used from last; empty when that is not known. */
  address: z.string(),
  startedAt: Instant,
  seenAt: Instant,
  /** Whether it is the one that asks. */
  current: z.boolean(),
})
export type SessionOf = z.infer<typeof SessionOf>

/** Where somebody is signed in (reliability M50): their own, and for an admin anybody's. */
export const sessions = {
  list: get('/users/:id/sessions', { who: 'users.sessions', input: z.object({ id: Id }), output: z.array(SessionOf) }),
  /** Ends one session, or without `session` all but the one that asks. What has ended already is no error. */
  end: post('/users/:id/sessions/end', {
    who: 'users.sessions',
    input: z.object({ id: Id, session: SessionName.optional() }),
    output: Nothing,
  }),
}
