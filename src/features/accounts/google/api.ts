import { z } from 'zod'
import { get, None, post } from '#shared/contract.ts'
import { Me } from '../rules.ts'

/** Signing in with Google (spec §2, §7). Works only for invited accounts and never creates one. */
export const google = {
  enter: post('/auth/google/idtoken', {
    who: 'auth.enter',
    effect: 'own',
    // `secret` is a random value that only the page knows. Its SHA-256 hash is the nonce in Google's token.
    input: z.object({ idToken: z.string().min(1).max(8000), secret: z.string().length(64).optional() }),
    output: Me,
  }),
  /** Data for Google's button on the login page. Both are null if Google sign-in isn't set up. */
  options: get('/auth/google', {
    who: 'auth.enter',
    input: None,
    output: z.object({ clientId: z.string().nullable(), scriptUrl: z.string().nullable() }),
  }),
}
