import { z } from 'zod'
import { get, None, post } from '#shared/contract.ts'
import { Me } from '../rules.ts'

/** Logging in at the organization's own provider (OpenID Connect). Works only for invited accounts. */
export const oidc = {
  /** Name of the provider, for the button on the login page. Null if no provider is set up. */
  options: get('/auth/oidc', {
    who: 'auth.enter',
    input: None,
    output: z.object({ name: z.string().nullable() }),
  }),
  /**
   * URL of the provider's login page, and the data that this browser has to keep until the provider redirects
   * back. 404 if no provider is set up, and 503 if it doesn't respond.
   */
  begin: post('/auth/oidc/begin', {
    who: 'auth.enter',
    effect: 'own',
    input: None,
    output: z.object({ url: z.string(), kept: z.string() }),
  }),
  /**
   * Completes the login. `answer` is the query string of the provider's redirect. 401 `wrong_token` for a
   * login that can't be verified or an unknown account.
   */
  enter: post('/auth/oidc', {
    who: 'auth.enter',
    effect: 'own',
    input: z.object({ answer: z.string().min(1).max(8000), kept: z.string().min(1).max(2000) }),
    output: Me,
  }),
}
