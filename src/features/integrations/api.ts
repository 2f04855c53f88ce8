import { z } from 'zod'
import { del, get, Nothing, post } from '#shared/contract.ts'
import { Instant } from '#shared/days.ts'
import { RequiredText } from '#shared/fields.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { longest } from '#shared/text.ts'
import { maxDays, type ScopeName, scopeNames } from './scopes.ts'

/**
 * An access token as shown to managers. It is `stopped` while its creator is disabled or no longer manages
 * the center. `usedAt` is accurate to the hour.
 */
const AccessToken = record('AccessToken', {
  _id: Id,
  name: z.string(),
  scopes: z.array(z.string()),
  state: z.enum(['active', 'stopped', 'expired', 'revoked']),
  createdBy: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  usedAt: Instant.nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

/** A new token with its text, which is returned only once: it is null when the call is repeated. */
const NewAccessToken = AccessToken.extend({ token: z.string().nullable() })
export type NewAccessToken = z.infer<typeof NewAccessToken>

const center = z.object({ centerId: CenterName })

/** Access tokens that let other programs call the API for one center. */
export const tokens = {
  /** Lists all tokens, newest first, with revoked and expired ones at the end. */
  list: get('/centers/:centerId/tokens', {
    who: 'integrations.manage',
    input: center,
    output: z.array(AccessToken),
  }),
  /**
   * Creates a token with these permissions, all of which the caller must have. 403 `reauth` unless the
   * password was entered recently. 409 `too_many_tokens` if the center has 50 tokens that are neither revoked
   * nor expired.
   */
  create: post('/centers/:centerId/tokens', {
    who: 'integrations.manage',
    once: true,
    secret: 'token',
    input: center.extend({
      name: RequiredText(longest.name),
      scopes: z
        .array(z.enum(scopeNames as [ScopeName, ...ScopeName[]]))
        .min(1)
        .max(scopeNames.length),
      /** Number of days until the token expires. */
      days: z.int().min(1).max(maxDays).default(maxDays),
    }),
    output: NewAccessToken,
  }),
  /** Revokes a token immediately and permanently. The record is kept. */
  revoke: del('/centers/:centerId/tokens/:id', {
    who: 'integrations.manage',
    input: center.extend({ id: Id }),
    output: Nothing,
  }),
}
