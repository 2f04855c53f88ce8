import type { AuditAction } from '#shared/audit-actions.ts'
import { t } from '#shared/language.ts'
import { conflict, forbidden, notFound, Problem, refused } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { type Database, type Db, one } from '#server/db.ts'
import { type Actor, demandStepUp } from '#server/gate.ts'
import { codesOf, withLimits } from '#server/throttle.ts'
import { queueMail } from '#server/mail.ts'
import { newToken, markReauthenticated, sha256 } from '#server/session.ts'
import type { Settings } from '#server/settings.ts'
import {
  authenticatorAddress,
  base32,
  newRecoveryCodes,
  newSecret,
  normalizeRecovery,
  seal,
  stepOf,
  unseal,
} from '#server/totp.ts'
import { passwordHashOf } from '../passwords/queries.ts'
import { checkPassword } from '../passwords/passwords.ts'
import { type Account, holdAccount, userRow } from '../queries.ts'
import type { factor } from './api.ts'
import {
  beginFactor,
  codesLeft,
  dropFactor,
  factorOf,
  putRecoveryCodes,
  putStep,
  stepOwner,
  takeRecoveryCode,
  takeStep,
} from './queries.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'

const wrongCode = () => new Problem(401, 'wrong_code', t('This code is wrong, expired or already used.'))

/** Creates the 401 for a sign-in step that has expired or was already used. */
export const stepOver = () => new Problem(401, 'step_over', t('That took too long. Please log in again.'))

const onAlready = () => conflict('is_on', t('Two-step login is already on. Turn it off first.'))

export const isOn = async (db: Db, personId: string) => (await factorOf(db, personId))[0]?.confirmed ?? false

/** True if staff with this role must also enter a code when they sign in. */
const needsCode = ({ staffMfa }: Settings, role: string) =>
  staffMfa === 'required' || (staffMfa === 'managers' && ['admin', 'manager'].includes(role))

/** Returns the 401 with the step that continues the sign-in, or null if no second factor is needed. */
export async function stepFor(
  db: Database,
  settings: Settings,
  account: Omit<Account, 'group' | 'demo'>,
  action: AuditAction,
) {
  const { id, role } = account
  if (!role) return null
  const on = await isOn(db.read, id)
  if (!on && !needsCode(settings, role)) return null
  const step = newToken()
  await db.write(async (write) => {
    one(await holdAccount(write, account), stepOver)
    await putStep(write, { tokenHash: sha256(step), personId: id, action })
  })
  return on
    ? new Problem(401, 'code_needed', t('Enter the code that your authenticator app shows.'), { step })
    : new Problem(
        401,
        'factor_needed',
        t('Your center requires staff to log in with a code as well. Set it up now.'),
        { step },
      )
}

/** Returns the owner of a sign-in step. Throws 401 `step_over` if it has expired or was already used. */
export const ownerOfStep = async (db: Db, step: string) => one(await stepOwner(db, sha256(step)), stepOver)

type FactorEvent = 'on' | 'off' | 'reset'

function changeInWords(event: FactorEvent) {
  if (event === 'on') return t('From now on, you also need a code from your phone to log in.')
  return event === 'off'
    ? t('Two-step login was turned off. From now on, you log in with just your password.')
    : t('An admin turned off two-step login for your account. You can set it up again in your profile.')
}

/**
 * Notifies the owner of a change to their second factor, because someone else may have made it. Does nothing
 * if they have no email address.
 */
async function mailOwner(db: Db, settings: Settings, { id, event }: { id: string; event: FactorEvent }) {
  const { email, firstName } = one(await passwordHashOf(db, id), notFound)
  if (!email) return
  await queueMail(db, settings, {
    personId: id,
    to: email,
    purpose: `factor_${event}`,
    words: () => ({
      subject: event === 'on' ? t('Two-step login was turned on') : t('Two-step login was turned off'),
      body: t(
        'Hello {firstName},\n\n{what} If you didn’t expect this, please tell your center right away.\n',
        {
          firstName,
          what: changeInWords(event),
        },
      ),
    }),
  })
}

/**
 * Checks and consumes a code from the app or a recovery code; a factor's first code turns it on. Throws 401
 * `wrong_code`.
 */
async function takeCode(db: Db, settings: Settings, { personId, code }: Omit<TypedCode, 'on'>) {
  const [known] = await factorOf(db, personId, { lock: true })
  if (!known) throw wrongCode()
  const typed = code.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(typed)) {
    const step = stepOf(unseal(known.secret, settings.secretsKey), typed, {
      now: Date.now(),
      last: known.lastStep,
    })
    if (step === null) throw wrongCode()
    await takeStep(db, personId, step)
    if (!known.confirmed) await mailOwner(db, settings, { id: personId, event: 'on' })
  } else if (
    !known.confirmed ||
    (await takeRecoveryCode(db, personId, sha256(normalizeRecovery(code)))).length === 0
  )
    throw wrongCode()
}

type TypedCode = { personId: string; code: string; on: Parameters<typeof codesOf>[1] }

/**
 * Runs `takeCode` and `opens` in one transaction, and counts the attempt toward the limit on guesses. Throws
 * 429 after too many.
 */
export const limitedCode = async <T>(
  db: Database,
  settings: Settings,
  typed: TypedCode,
  opens: (db: Db) => Promise<T>,
) =>
  await withLimits(db, [codesOf(typed.personId, typed.on)], () =>
    db.write(async (write) => {
      await takeCode(write, settings, typed)
      return await opens(write)
    }),
  )

/** Turns a 401 `wrong_code` into a 403, because a 401 would mean that the session is over. */
const asForbidden = (error: unknown): never => {
  throw error instanceof Problem && error.code === 'wrong_code' ? forbidden(error.code, error.message) : error
}

export async function begin(
  db: Db,
  settings: Settings,
  { personId, email }: { personId: string; email: string | null },
) {
  const secret = newSecret()
  one(await beginFactor(db, { personId, secret: seal(secret, settings.secretsKey) }), onAlready)
  return { secret: base32(secret), address: authenticatorAddress(secret, email ?? '') }
}

async function freshCodes(db: Db, actor: Actor, action: AuditAction) {
  const codes = newRecoveryCodes()
  await putRecoveryCodes(
    db,
    actor.id,
    codes.map((code) => sha256(normalizeRecovery(code))),
  )
  record(db, actor, { action, entity: actor.id })
  return { codes }
}

/**
 * Returns whether the caller's second factor is on and whether it is required, and the number of unused
 * recovery codes.
 */
export async function ownFactor({ actor, db }: ActionCall, settings: Settings) {
  const [left] = await codesLeft(db, actor.id)
  return {
    on: await isOn(db, actor.id),
    required: needsCode(settings, actor.kind),
    codesLeft: left?.count ?? 0,
  }
}

/**
 * Starts setting up a second factor for the caller. Throws 403 `reauth` unless they recently entered their
 * password or a code, and 409 `is_on` if a factor is already on.
 */
export async function beginOwnFactor({ actor, db }: ActionCall<Database>, settings: Settings) {
  await demandStepUp(db.read, actor)
  const { email } = one(await passwordHashOf(db.read, actor.id), notFound)
  return await db.write((write) => begin(write, settings, { personId: actor.id, email }))
}

/**
 * Turns the second factor on with its first code, and returns new recovery codes. Throws 403 `reauth` or
 * `wrong_code`, and 409 if it is already on.
 */
export async function turnOnFactor(
  { actor, db }: ActionCall<Database>,
  { code }: { code: string },
  settings: Settings,
) {
  await demandStepUp(db.read, actor)
  if (await isOn(db.read, actor.id)) throw onAlready()
  return await limitedCode(db, settings, { personId: actor.id, code, on: actor }, (write) =>
    freshCodes(write, actor, 'accounts.factorOn'),
  ).catch(asForbidden)
}

/**
 * Replaces the recovery codes. Throws 403 `reauth` unless the caller recently entered their password or a
 * code, and 409 `is_off` if they have no second factor.
 */
export async function renewRecoveryCodes({ actor, db }: ActionCall<Database>) {
  await demandStepUp(db.read, actor)
  if (!(await isOn(db.read, actor.id))) throw conflict('is_off', t('Two-step login is off.'))
  return await db.write((write) => freshCodes(write, actor, 'accounts.factorCodes'))
}

/**
 * Turns the second factor off and notifies the owner. Throws 409 `required` if staff of this role must have
 * one, and 403 `wrong_password` or `wrong_code`.
 */
export async function turnOffFactor(
  { actor, db }: ActionCall<Database>,
  input: HandlerInput<(typeof factor)['off']>,
  settings: Settings,
) {
  if (needsCode(settings, actor.kind))
    throw conflict(
      'required',
      t('Your center requires staff to log in with a code, so you can’t turn it off.'),
    )
  await checkPassword(db, actor, input.currentPassword)
  if (!(await isOn(db.read, actor.id))) return null
  await limitedCode(db, settings, { personId: actor.id, code: input.code, on: actor }, async (write) => {
    await dropFactor(write, actor.id)
    record(write, actor, { action: 'accounts.factorOff', entity: actor.id })
    await mailOwner(write, settings, { id: actor.id, event: 'off' })
  }).catch(asForbidden)
  return null
}

/**
 * Removes the second factor of someone who has lost it, and notifies them. Does nothing if there is none.
 * Throws 403 `reauth` unless the caller recently entered their password or a code.
 */
export async function resetFactor(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof factor)['reset']>,
  settings: Settings,
) {
  await demandStepUp(db, actor)
  const { id } = one(await userRow(db, input.id, { lock: true }), notFound)
  if ((await dropFactor(db, id)).length === 0) return null
  record(db, actor, { action: 'accounts.factorReset', entity: id })
  await mailOwner(db, settings, { id, event: 'reset' })
  return null
}

/**
 * Records that the caller has just entered their password, or a code of their second factor. Throws 403
 * `wrong_password` or `wrong_code`, 422 if neither is given, and 429 after too many guesses.
 */
export async function confirmFactor(
  { actor, db }: ActionCall<Database>,
  input: HandlerInput<(typeof factor)['reauthenticate']>,
  settings: Settings,
) {
  const { password, code } = input
  if (password) {
    await checkPassword(db, actor, password)
    await markReauthenticated(db.single, actor)
    return null
  }
  if (!code) throw refused('empty', t('Enter your password or a code.'), '/password')
  // A code must not turn on a factor that is still being set up, because this call doesn't return recovery
  // codes.
  if (!(await isOn(db.read, actor.id))) return asForbidden(wrongCode())
  await limitedCode(db, settings, { personId: actor.id, code, on: actor }, (write) =>
    markReauthenticated(write, actor),
  ).catch(asForbidden)
  return null
}
