import { z } from 'zod'
import { Nothing, post, put } from '#shared/contract.ts'
import { Id } from '#shared/ids.ts'
import { Token } from '#shared/fields.ts'
import { Purpose } from '../rules.ts'
import { Password } from './password-field.ts'

const Name = z.string().trim().min(1).max(254)

/**
 * Changing, scoring and recovering passwords (spec §7, Auth). `reset` also accepts setup links (product §2).
 */
export const passwords = {
  change: put('/users/:id/password', {
    who: 'users.password',
    effect: 'own',
    input: z.object({ id: Id, currentPassword: z.string().min(1).max(100), password: Password }),
    output: Nothing,
  }),
  /** Scores a password from 0 to 4. `feedback` is one sentence of advice, or empty. */
  score: post('/password/score', {
    who: 'password.score',
    effect: 'own',
    input: z.object({ password: z.string().max(100, 'must have at most 100 characters') }),
    output: z.object({ score: z.int().min(0).max(4), feedback: z.string() }),
  }),
  /**
   * Responds with 204 for every name, known or not, and always takes the same time. Requests that come too
   * often for one name are silently ignored. 429 for too many requests from one network address, but not for
   * a browser that has signed in to the account before.
   */
  recover: post('/password/recovery', {
    who: 'auth.recover',
    effect: 'own',
    input: z.object({ email: Name }),
    output: Nothing,
  }),
  /**
   * Owner of a one-time link, shown before they choose a password. 400 `token_invalid` if the link was used
   * or has expired.
   */
  link: post('/password/link', {
    who: 'auth.recover',
    effect: 'reads',
    input: z.object({ token: Token }),
    output: z.object({
      firstName: z.string(),
      /** Name to sign in with: the email, or the user name if there is none. */
      signInName: z.string(),
      purpose: Purpose,
      least: z.int(),
    }),
  }),
  reset: post('/password/reset', {
    who: 'auth.recover',
    effect: 'own',
    input: z.object({ token: Token, password: Password }),
    output: Nothing,
  }),
}
