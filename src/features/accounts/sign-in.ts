import type { AuditAction } from '#shared/audit-actions.ts'
import type { ActionCall, Call, HandlerInput } from '#server/call.ts'
import { permissionsOf } from '#shared/permissions.ts'
import { notFound, Problem } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import { withLimits, signInsTo } from '#server/throttle.ts'
import { browserAt, knownFor } from '#server/known-browsers.ts'
import { publishEnd } from '#server/live.ts'
import { passwordFits } from '#server/passwords.ts'
import { closeSession, openSession, refuseShutOut, sha256 } from '#server/session.ts'
import type { Settings } from '#server/settings.ts'
import { accounts } from './api.ts'
import type { secondStep } from './factor/api.ts'
import { takeSignInStep } from './factor/queries.ts'
import { limitedCode, ownerOfStep, stepFor, stepOver } from './factor/second-factor.ts'
import { accountByName, type Account, deviceRow, holdAccount, userRow } from './queries.ts'
import { infoOf, type Me } from './rules.ts'

const wrongCredentials = () => new Problem(401, 'wrong_credentials', 'Wrong email, user name or password.')
/** Returns the signed-in user in the API's shape. */
async function meOf(db: Db, { kind, id }: Pick<Actor, 'kind' | 'id'>): Promise<Me> {
  const { id: _id, email: _, userName: __, ...row } = one(await userRow(db, id), notFound)
  return { _id, ...row, info: infoOf(row), permissions: permissionsOf(kind) }
}

/** Returns a signed-in tablet in the API's shape. */
export async function deviceMe(db: Db, { id, centerId }: { id: string; centerId: string }): Promise<Me> {
  const { name, version } = one(await deviceRow(db, { centerId, id }), notFound)
  return {
    _id: id,
    role: null,
    group: 'devices',
    firstName: name,
    lastName: '',
    info: { firstName: name },
    avatar: 'owl',
    language: null,
    centers: [centerId],
    permissions: permissionsOf('devices'),
    version,
  }
}

/** Ends the actor's session and its open connections. */
export async function endSession(db: Db, actor: Actor) {
  await closeSession(db, actor)
  publishEnd(db, { session: actor.session })
}

/** A call that signs in; `actor` is the user who was signed in on this browser before, if any. */
export type SignInCall = Pick<Call<typeof accounts.login>, 'db' | 'actor' | 'from'>
type SignedIn = { account: Omit<Account, 'demo'>; action: AuditAction }

/**
 * Starts a session for an account in place of this browser's previous one, and marks the browser as known to
 * the account. Throws 401 if the account was closed or its password changed in the meantime, and 403 for a
 * student whose centers are all archived.
 */
export async function openAs({ db, actor, from }: SignInCall, { account, action }: SignedIn) {
  const kind = (account.role ?? account.group) as Actor['kind']
  return await db.write(async (write) => {
    // Without this lock, a concurrent password change would not end a session started with the old password.
    one(await holdAccount(write, account), stepOver)
    await refuseShutOut(write, account.id)
    if (actor) await endSession(write, actor)
    const session = await openSession(write, { kind, id: account.id }, from)
    record(write, { kind, id: account.id }, { action, entity: account.id })
    return {
      me: await meOf(write, { kind, id: account.id }),
      known: await knownFor(write, from.known, account),
      session,
    }
  })
}

/**
 * Starts a session for an account after a correct password, or a sign-in with Google or another provider. If
 * a second factor is required first, returns the Problem that requests the code, which doesn't count as a
 * failed attempt. Rejects demo accounts outside the demo, because their password is public.
 */
export async function enterAs(
  call: SignInCall,
  settings: Settings,
  entered: { account: Account; action: AuditAction },
) {
  if (entered.account.demo && !settings.demo) throw wrongCredentials()
  return (await stepFor(call.db, settings, entered.account, entered.action)) ?? (await openAs(call, entered))
}

/**
 * Throws the outcome if it is a Problem. Call it outside the code that counts failed attempts, so that this
 * Problem isn't counted.
 */
export function unlessProblem<T>(outcome: T | Problem): T {
  if (outcome instanceof Problem) throw outcome
  return outcome
}

/**
 * Signs in with a password. Throws 401 for a wrong one, 429 after too many tries, and 401 `code_needed` or
 * `factor_needed` if a second factor is required.
 */
export async function signIn(
  call: SignInCall,
  input: HandlerInput<typeof accounts.login>,
  settings: Settings,
) {
  const { db, from } = call
  const name = input.email.toLowerCase()
  const [account] = await accountByName(db.read, name)
  const browser = await browserAt(db.read, from.known, account)
  const limits = signInsTo({
    account: account?.id ?? name,
    address: from.address,
    browser,
    session: call.actor?.session ?? null,
  })
  const entered = await withLimits(db, limits, async () => {
    const fits = await passwordFits(account?.passwordHash ?? null, input.password)
    if (!account || !fits) throw wrongCredentials()
    return await enterAs(call, settings, { account, action: 'accounts.login' })
  })
  return unlessProblem(entered)
}

/**
 * Completes a sign-in with a code of the second factor. Throws 401 `wrong_code`, or `step_over` if the
 * sign-in step has expired, and 429 after too many codes.
 */
export async function signInWithCode(
  call: SignInCall,
  input: HandlerInput<typeof secondStep.enter>,
  settings: Settings,
) {
  const { db, from } = call
  // Needs no throttle: a step can't be guessed, and `limitedCode` limits the codes per account.
  const { personId, role, passwordHash, action } = await ownerOfStep(db.read, input.step)
  const browser = await browserAt(db.read, from.known, { id: personId, passwordHash })
  await limitedCode(db, settings, { personId, code: input.code, on: { browser } }, async (write) =>
    one(await takeSignInStep(write, sha256(input.step)), stepOver),
  )
  return await openAs(call, { account: { id: personId, role, group: null, passwordHash }, action })
}

/** Ends the caller's session, if there is one. */
export async function signOut({ db, actor }: Pick<Call<typeof accounts.logout>, 'db' | 'actor'>) {
  if (!actor) return
  await endSession(db, actor)
  record(db, actor, { action: 'accounts.logout', entity: actor.id })
}

/** Returns the caller, a person or a tablet, in the API's shape. */
export async function ownAccount({ db, actor }: ActionCall) {
  if (actor.kind === 'devices')
    return await deviceMe(db, { id: actor.id, centerId: actor.centers[0] as string })
  return await meOf(db, actor)
}
