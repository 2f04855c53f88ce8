import { z } from 'zod'
import { get, None, post } from '#shared/contract.ts'
import { Me } from '../rules.ts'

/** Signing in with Google (spec §2, §7): an invited account only, none is ever made. */
export const google = {
  enter: post('/auth/google/idtoken', {
    who: 'auth.enter',
    effect: 'own',
    // What the page made up before it asked Google, whose token then has its SHA-256 as its nonce.
    input: z.object({ idToken: z.string().min(1).max(8000), secret: z.string().length(64).optional() }),
    output: Me,
  }),
  /** What the login page needs to show Google's button; null when it isn't set up. */
  options: get('/auth/google', {
    who: 'auth.enter',
    input: None,
    output: z.object({ clientId: z.string().nullable(), scriptUrl: z.string().nullable() }),
  }),
}
