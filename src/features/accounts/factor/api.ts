import { z } from 'zod'
import { get, None, Nothing, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Id } from '#shared/ids.ts'
import { Token } from '#shared/fields.ts'
import { Me } from '../rules.ts'

/** Six digits from an authenticator app, or a recovery code. */
const Code = z.string().trim().min(6).max(30)
/** Data for an authenticator app: the text to type, and the address encoded in the QR code. */
const Secret = record('Secret', { secret: z.string(), address: z.string() })
/** Ten recovery codes for a lost phone, returned only once. */
const Codes = record('Codes', { codes: z.array(z.string()) })

/** The second step of logging in. 401 `wrong_code`, or `step_over` if the step was used or has expired. */
export const secondStep = {
  enter: post('/login/code', {
    who: 'auth.enter',
    effect: 'own',
    input: z.object({ step: Token, code: Code }),
    output: Me,
  }),
}

/**
 * The second factor of staff (reliability §0.2): a time-based code in addition to the password. Logging in to
 * an account with a second factor returns 401 `code_needed` with a `step` that is valid for five minutes.
 * Staff who must set up a second factor first get 401 `factor_needed`.
 */
export const factor = {
  /**
   * Starts the setup for staff who must have a factor before they can sign in. Their first correct code
   * completes the setup.
   */
  prepare: post('/login/factor', {
    who: 'auth.enter',
    effect: 'own',
    input: z.object({ step: Token }),
    output: Secret,
  }),
  state: get('/users/me/factor', {
    who: 'users.factor',
    input: None,
    output: z.object({ on: z.boolean(), required: z.boolean(), codesLeft: z.int() }),
  }),
  /**
   * Starts setting up the factor. Requires a recently entered password or code (403 `reauth`). 409 `is_on` if
   * the factor is on and has to be turned off first.
   */
  begin: post('/users/me/factor', { who: 'users.factor', effect: 'own', input: None, output: Secret }),
  confirm: post('/users/me/factor/confirm', {
    who: 'users.factor',
    effect: 'own',
    input: z.object({ code: Code }),
    output: Codes,
  }),
  codes: post('/users/me/factor/codes', { who: 'users.factor', effect: 'own', input: None, output: Codes }),
  /**
   * Turns the factor off. Requires both the password and a code: 403 `wrong_password`, `wrong_code`. 409
   * `required` if staff of this role must have a factor.
   */
  off: post('/users/me/factor/off', {
    who: 'users.factor',
    effect: 'own',
    input: z.object({ currentPassword: z.string().min(1).max(100), code: Code }),
    output: Nothing,
  }),
  /** State of someone's second factor. */
  of: get('/users/:id/factor', {
    who: 'users.invite',
    input: z.object({ id: Id }),
    output: z.object({ on: z.boolean() }),
  }),
  /** Removes the factor of someone who has lost it, and notifies the person by email. */
  reset: post('/users/:id/factor/reset', {
    who: 'users.invite',
    once: true,
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  /**
   * Checks the password or a code, so that neither is required again for the next 15 minutes. 403
   * `wrong_password`, `wrong_code`.
   */
  reauthenticate: post('/users/me/proof', {
    who: 'users.password',
    effect: 'own',
    input: z.object({ password: z.string().min(1).max(100).optional(), code: Code.optional() }),
    output: Nothing,
  }),
}
