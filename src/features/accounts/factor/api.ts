import { z } from 'zod'
import { get, None, Nothing, post } from '#shared/contract.ts'
import { Id } from '#shared/ids.ts'
import { Token } from '#shared/fields.ts'
import { Me } from '../rules.ts'

/** Six digits of an authenticator app, or a recovery code. */
const Code = z.string().trim().min(6).max(30)
/** What an authenticator app needs: the text to type, and the address that a QR code says. */
const Secret = z.object({ secret: z.string(), address: z.string() })
/** Ten codes for who has lost the telephone; they are told this once. */
const Codes = z.object({ codes: z.array(z.string()) })

/** The second step of logging in: 401 `wrong_code`, or `step_over` when it took too long. */
export const secondStep = {
  enter: post('/login/code', { who: 'auth.enter', effect: 'own', input: z.object({ step: Token, code: Code }), output: Me }),
}

/**
 * The second factor of staff (reliability §0.2): a code by time beside the password. Whose account has one is answered 401 `code_needed` when they log
 * in, with a `step` that is good for five minutes; who has to set one up first, 401 `factor_needed`.
 */
export const factor = {
  /** For who has to set one up before they come in; their first right code does it. */
  prepare: post('/login/factor', { who: 'auth.enter', effect: 'own', input: z.object({ step: Token }), output: Secret }),
  state: get('/users/me/factor', {
    who: 'users.factor',
    input: None,
    output: z.object({ on: z.boolean(), required: z.boolean(), codesLeft: z.int() }),
  }),
  /** These want the password, given a moment ago (403 `reauth`); a factor that is on has to be turned off before (409 `is_on`). */
  begin: post('/users/me/factor', { who: 'users.factor', effect: 'own', input: None, output: Secret }),
  confirm: post('/users/me/factor/confirm', { who: 'users.factor', effect: 'own', input: z.object({ code: Code }), output: Codes }),
  codes: post('/users/me/factor/codes', { who: 'users.factor', effect: 'own', input: None, output: Codes }),
  /** Wants all that it protects with: 403 `wrong_password`, `wrong_code`. */
  off: post('/users/me/factor/off', {
    who: 'users.factor',
    effect: 'own',
    input: z.object({ currentPassword: z.string().min(1).max(100), code: Code }),
    output: Nothing,
  }),
  /** Whether somebody signs in with a code. */
  of: get('/users/:id/factor', { who: 'users.invite', input: z.object({ id: Id }), output: z.object({ on: z.boolean() }) }),
  /** An admin takes the factor from somebody who has lost it, and the person is told by mail. */
  reset: post('/users/:id/factor/reset', { who: 'users.invite', once: true, input: z.object({ id: Id }), output: Nothing }),
  /** Gives the password, or a code, once more: for a quarter of an hour it is not asked for again. 403 `wrong_password`, `wrong_code`. */
  prove: post('/users/me/proof', {
    who: 'users.password',
    effect: 'own',
    input: z.object({ password: z.string().min(1).max(100).optional(), code: Code.optional() }),
    output: Nothing,
  }),
}
