import { z } from 'zod'
import { del, get, None, Nothing, patch, post } from '#shared/contract.ts'
import { Instant } from '#shared/days.ts'
import { Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { Me } from '../rules.ts'

/** Bytes in base64url, as in WebAuthn's JSON. */
const Bytes = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/)

const Name = z.string().trim().min(1).max(60)

const Passkey = record('Passkey', {
  _id: Id,
  name: z.string(),
  createdAt: Instant,
  usedAt: Instant.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/**
 * Options that the browser passes to the device for signing. A challenge is valid for five minutes and works
 * once.
 */
const Question = record('PasskeyQuestion', { challenge: z.string(), rpId: z.string(), timeout: z.int() })

/** Logging in with a passkey. No second factor is needed, because the device verifies its owner. */
export const passkeySignIn = {
  ask: post('/login/passkey/options', { who: 'auth.enter', effect: 'own', input: None, output: Question }),
  /** Logs in with a signed challenge. 401 `wrong_passkey` for every kind of wrong passkey or signature. */
  enter: post('/login/passkey', {
    who: 'auth.enter',
    effect: 'own',
    input: z.object({
      credentialId: Bytes(1400),
      clientDataJSON: Bytes(4000),
      authenticatorData: Bytes(4000),
      signature: Bytes(2000),
    }),
    output: Me,
  }),
}

/**
 * The caller's own passkeys. Adding or removing one requires a recently entered password or code (403
 * `reauth`).
 */
export const passkeys = {
  list: get('/users/me/passkeys', { who: 'users.passkeys', input: None, output: z.array(Passkey) }),
  begin: post('/users/me/passkeys/options', {
    who: 'users.passkeys',
    effect: 'own',
    input: None,
    output: Question.extend({
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      /** Existing credentials of the caller, so that a device doesn't create a second passkey. */
      known: z.array(z.string()),
    }),
  }),
  /**
   * Adds a passkey. 422 `wrong_passkey` if the response doesn't match the challenge; 409 `too_many` if the
   * caller already has ten.
   */
  add: post('/users/me/passkeys', {
    who: 'users.passkeys',
    effect: 'own',
    input: z.object({
      name: Name,
      credentialId: Bytes(1400),
      clientDataJSON: Bytes(4000),
      attestationObject: Bytes(20_000),
      transports: z.array(z.string().max(20)).max(10).default([]),
    }),
    output: Passkey,
  }),
  rename: patch('/users/me/passkeys/:id', {
    who: 'users.passkeys',
    effect: 'own',
    input: z.object({ id: Id, name: Name }),
    output: Passkey,
  }),
  remove: del('/users/me/passkeys/:id', {
    who: 'users.passkeys',
    effect: 'own',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
}
