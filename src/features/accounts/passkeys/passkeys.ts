import type { VerifiedAuthenticationResponse, VerifiedRegistrationResponse } from '@simplewebauthn/server'
import { v7 as newId } from 'uuid'
import { record } from '#server/audit.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'
import { type Database, type Db, one, refuseOnConstraint } from '#server/db.ts'
import { demandStepUp } from '#server/gate.ts'
import { queueMail } from '#server/mail.ts'
import { withId } from '#server/records.ts'
import type { Settings } from '#server/settings.ts'
import { tokensFrom, withLimitsAfter } from '#server/throttle.ts'
import { fullName } from '#shared/full-name.ts'
import { conflict, notFound, Problem, refused } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { userRow } from '../queries.ts'
import { type SignInCall, openAs } from '../sign-in.ts'
import type { passkeySignIn, passkeys } from './api.ts'
import { challengeMs, newChallenge, takeChallenge } from './challenges.ts'
import {
  type Credential,
  credentialOf,
  dropPasskey,
  holdOwner,
  passkeyRows,
  putPasskey,
  renamePasskey,
  markPasskeyUsed,
} from './queries.ts'

/** Loads the library when it is first needed, because it takes 20 MB of memory. */
const loadWebauthn = () => import('@simplewebauthn/server')

/** Maximum number of passkeys per person. */
const maxPasskeys = 10

/** Signature algorithms that we accept: Ed25519, ECDSA on P-256, and RSA, which Windows uses. */
const algorithms = [-8, -7, -257]

/** Creates the 401 for every kind of error. The response doesn't reveal the kind. */
const unknownPasskey = () =>
  new Problem(
    401,
    'wrong_passkey',
    t('We don’t recognize this passkey. Log in with your email and password.'),
  )

const unfitPasskey = () =>
  refused('wrong_passkey', t('This passkey couldn’t be added. Please try again.'), '/attestationObject')

/**
 * Returns the relying party ID and the origin to which devices bind passkeys. Without PUBLIC_URL, both are
 * for localhost.
 */
function siteOf({ publicUrl, port }: Settings) {
  if (!publicUrl) return { id: 'localhost', origin: `http://localhost:${port}` }
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

const question = async (db: Database, settings: Settings, purpose: string) => ({
  challenge: await newChallenge(db, purpose),
  rpId: siteOf(settings).id,
  timeout: challengeMs,
})

const signingIn = 'sign in'

/** Creates the challenge that a device signs to log its owner in. */
export const askForPasskey = ({ db }: { db: Database }, settings: Settings) =>
  question(db, settings, signingIn)

/**
 * True if the device of this passkey has signed our challenge. Consumes the challenge and records the use of
 * the passkey.
 */
async function hasSigned(
  db: Database,
  settings: Settings,
  {
    known,
    input: { credentialId: id, ...response },
  }: { known: Credential; input: HandlerInput<(typeof passkeySignIn)['enter']> },
) {
  const { publicKey, counter, transports } = known
  const { id: expectedRPID, origin: expectedOrigin } = siteOf(settings)
  const { verifyAuthenticationResponse } = await loadWebauthn()
  // The library throws if anything is wrong with the response, which then counts as unverified.
  const { verified, authenticationInfo }: Partial<VerifiedAuthenticationResponse> =
    await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: (challenge) => takeChallenge(db, signingIn, challenge),
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      credential: {
        id,
        publicKey: new Uint8Array(publicKey),
        counter,
        transports,
      },
    }).catch(() => ({}))
  if (!verified || !authenticationInfo) return false
  const used = {
    credentialId: Buffer.from(id, 'base64url'),
    before: counter,
    counter: authenticationInfo.newCounter,
  }
  return (await markPasskeyUsed(db.single, used)).length > 0
}

/**
 * Logs in with a passkey. Doesn't require a code, because the device has verified its owner. Throws 401
 * `wrong_passkey`, and 429 after many wrong passkeys from one network address.
 */
export async function signInWithPasskey(
  call: SignInCall,
  input: HandlerInput<(typeof passkeySignIn)['enter']>,
  settings: Settings,
) {
  const { db, from } = call
  return await withLimitsAfter(db, [tokensFrom(from.address)], async () => {
    const [known] = await credentialOf(db.read, Buffer.from(input.credentialId, 'base64url'))
    if (!known || (known.demo && !settings.demo) || !(await hasSigned(db, settings, { known, input })))
      throw unknownPasskey()
    return await openAs(call, { account: known, action: 'accounts.passkey' })
  })
}

const shown = <Row extends { id: string; credentialId: Buffer }>({ credentialId: _, ...row }: Row) =>
  withId(row)

export const ownPasskeys = async ({ actor, db }: ActionCall) => (await passkeyRows(db, actor.id)).map(shown)

/**
 * Creates the challenge that a device signs to create a passkey for the caller. Throws 403 `reauth` unless
 * they recently entered their password or a code.
 */
export async function beginPasskey({ actor, db }: ActionCall<Database>, settings: Settings) {
  await demandStepUp(db.read, actor)
  const person = one(await userRow(db.read, actor.id), notFound)
  const known = await passkeyRows(db.read, actor.id)
  return {
    ...(await question(db, settings, actor.id)),
    user: {
      id: Buffer.from(actor.id).toString('base64url'),
      name: person.email ?? person.userName ?? '',
      displayName: fullName(person),
    },
    known: known.map(({ credentialId }) => credentialId.toString('base64url')),
  }
}

/**
 * Notifies a person that their passkeys were changed, because someone else may have done it. Does nothing if
 * they have no email address.
 */
async function mailOwner(
  db: Db,
  settings: Settings,
  {
    personId,
    firstName,
    email,
    words,
  }: {
    personId: string
    firstName: string
    email: string | null
    words: () => { subject: string; what: string }
  },
) {
  if (!email) return
  await queueMail(db, settings, {
    personId,
    to: email,
    purpose: 'passkey',
    words: () => {
      const { subject, what } = words()
      return {
        subject,
        body: t(
          'Hello {firstName},\n\n{what} If this wasn’t you, choose a new password and tell your center right away.\n',
          { firstName, what },
        ),
      }
    },
  })
}

/**
 * Adds a passkey for the caller and notifies them. Throws 403 `reauth` unless they recently entered their
 * password or a code, 409 `too_many` if they already have ten, and 422 `wrong_passkey` if the response
 * doesn't match the challenge or an account already has the passkey.
 */
export async function addPasskey(
  { actor, db }: ActionCall<Database>,
  { name, credentialId: id, transports, ...response }: HandlerInput<(typeof passkeys)['add']>,
  settings: Settings,
) {
  await demandStepUp(db.read, actor)
  const { id: expectedRPID, origin: expectedOrigin } = siteOf(settings)
  const { verifyRegistrationResponse } = await loadWebauthn()
  const { verified, registrationInfo }: Partial<VerifiedRegistrationResponse> =
    await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: (challenge) => takeChallenge(db, actor.id, challenge),
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }).catch(() => ({ verified: false as const }))
  if (!verified || !registrationInfo) throw unfitPasskey()
  const { credential } = registrationInfo
  return await db.write(async (write) => {
    const owner = one(await holdOwner(write, actor.id), notFound)
    if ((await passkeyRows(write, actor.id)).length >= maxPasskeys)
      throw conflict(
        'too_many',
        t('You can have at most {maxPasskeys} passkeys. Remove one first.', { maxPasskeys }),
      )
    const key = {
      id: newId(),
      personId: actor.id,
      name,
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports,
    }
    const [row] = await putPasskey(write, key).catch(refuseOnConstraint('one_credential', unfitPasskey()))
    record(write, actor, { action: 'accounts.addPasskey', entity: actor.id, after: { name } })
    await mailOwner(write, settings, {
      personId: actor.id,
      ...owner,
      words: () => ({
        subject: t('A passkey was added to your account'),
        what: t(
          'The passkey “{name}” can now be used to log in to your account, even after you change your password. You can remove it in your profile.',
          { name },
        ),
      }),
    })
    return shown(one(row ? [row] : [], unfitPasskey))
  })
}

/** Renames a passkey of the caller. */
export const editPasskey = (
  { actor, db }: ActionCall<Database>,
  { id, name }: HandlerInput<(typeof passkeys)['rename']>,
) =>
  db.write(async (write) =>
    shown(one(await renamePasskey(write, { id, personId: actor.id, name }), notFound)),
  )

/**
 * Removes a passkey of the caller and notifies them. Throws 403 `reauth` unless they recently entered their
 * password or a code.
 */
export async function removePasskey(
  { actor, db }: ActionCall<Database>,
  { id }: HandlerInput<(typeof passkeys)['remove']>,
  settings: Settings,
) {
  await demandStepUp(db.read, actor)
  await db.write(async (write) => {
    const owner = one(await holdOwner(write, actor.id), notFound)
    const { name } = one(await dropPasskey(write, { id, personId: actor.id }), notFound)
    record(write, actor, { action: 'accounts.removePasskey', entity: actor.id, before: { name } })
    await mailOwner(write, settings, {
      personId: actor.id,
      ...owner,
      words: () => ({
        subject: t('A passkey was removed from your account'),
        what: t('The passkey “{name}” can no longer be used to log in to your account.', { name }),
      }),
    })
  })
  return null
}
