import { normaliseKey } from '#features/devices/rules.ts'
import { activateDevice } from '#features/devices/queries.ts'
import { zoneOf } from '#features/schedule/queries.ts'
import { studentAtWork } from '#features/students/queries.ts'
import { permissionsOf } from '#shared/permissions.ts'
import { conflict, forbidden, notFound, Problem, refused, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { spend } from '#server/buckets.ts'
import { today } from '#server/clock.ts'
import { one, refusing, type Db } from '#server/db.ts'
import { type Actor, type CenterId, enter } from '#server/gate.ts'
import { guarded, guardedAfter, homeOf, keysFrom, signInsTo } from '#server/guessing.ts'
import { browserAt, knownFor } from '#server/known-browsers.ts'
import { publish, publishEnd } from '#server/live.ts'
import { passwordFits } from '#server/passwords.ts'
import { beyond } from '#server/scope.ts'
import { type Call, type Handlers, toKnown, withSession } from '#server/call.ts'
import { closeSession, houseKey, openSession, sha256 } from '#server/session.ts'
import type { Settings } from '#server/settings.ts'
import { accounts } from './api.ts'
import { settleEmail, startEmailChange } from './email/email-changes.ts'
import { newEmailOf } from './email/queries.ts'
import type { secondStep } from './factor/api.ts'
import { takeSignInStep } from './factor/queries.ts'
import { guardedCode, ownerOfStep, stepFor, stepOver } from './factor/second-factor.ts'
import { accountByName, type Account, changeUser, deviceRow, holdAccount, userRow, userRowFor, type UserRow } from './queries.ts'
import { provePassword } from './passwords/passwords.ts'
import type { Me } from './rules.ts'

const wrongCredentials = () => new Problem(401, 'wrong_credentials', 'Wrong e-mail or password.')
/**
 * Wrong keys are counted and right ones are not refused for them, so this alone bounds a guesser: 180,000 tries in a key's hour, which find one
 * of its 378 billion with a chance of one in two million.
 */
const keyChecks = { perSecond: 50, burst: 50 }
/** Comes first, so that one address can't use up what all tablets share. Thirty is more tablets than a center activates at once. */
const keyChecksFromHome = { perSecond: 1, burst: 30 }
const wrongKey = () => new Problem(401, 'wrong_key', 'This key is wrong, used or too old. Ask for a new one.')

const userOf = ({ id, ...row }: UserRow) => ({ _id: id, ...row })

/** An account with the address that waits for its confirmation, for its owner and for whoever may change its address. */
async function withNewEmail(db: Db, row: UserRow) {
  const [newEmail = null] = await newEmailOf(db, row.id)
  return { ...userOf(row), newEmail }
}

/** The signed-in user as the browser knows them. */
async function meOf(db: Db, { kind, id }: Pick<Actor, 'kind' | 'id'>): Promise<Me> {
  const { id: _id, email: _, userName: __, ...row } = one(await userRow(db, id), notFound)
  return { _id, ...row, permissions: permissionsOf(kind) }
}

async function deviceMe(db: Db, { id, centerId }: { id: string; centerId: string }): Promise<Me> {
  const { name, version } = one(await deviceRow(db, { centerId, id }), notFound)
  return {
    _id: id,
    role: null,
    group: 'devices',
    firstName: name,
    lastName: '',
    avatar: 'owl',
    centers: [centerId],
    permissions: permissionsOf('devices'),
    version,
  }
}

/** What a device sees of who is on today's roster: the first name and the picture (reliability M4). */
async function faceOf(db: Db, center: CenterId, id: string) {
  const { timeZone } = one(await zoneOf(db, center), notFound)
  const { firstName, avatar } = one(await studentAtWork(db, { id, centers: [center], on: today(timeZone) }), notFound)
  return {
    _id: id,
    role: null,
    group: 'students' as const,
    firstName,
    lastName: '',
    avatar,
    email: null,
    newEmail: null,
    userName: null,
    centers: [],
    version: 0,
  }
}

/** Ends a session and what is open with it. */
async function endSession(db: Db, actor: Actor) {
  await closeSession(db, actor)
  await publishEnd(db, { session: actor.session })
}

type Entering = Pick<Call<typeof accounts.login>, 'db' | 'actor' | 'from'>
type Entered = { account: Omit<Account, 'demo'>; deed: string }

/** Starts a session for an account in place of the one that this browser had; from now on the browser is known to the account. */
async function openAs({ db, actor, from }: Entering, { account, deed }: Entered) {
  const kind = (account.role ?? account.group) as Actor['kind']
  return await db.write(async (write) => {
    // Else a new password would not end a session that begins by the old one in the same moment.
    one(await holdAccount(write, account), stepOver)
    if (actor) await endSession(write, actor)
    const session = await openSession(write, { kind, id: account.id }, from)
    await record(write, { kind, id: account.id }, { deed, entity: account.id })
    return toKnown(await meOf(write, { kind, id: account.id }), await knownFor(write, from.known, account), session)
  })
}

/**
 * Returns the session of an account whose password or Google account was right, or the Problem that asks for a code first, which doesn't count as a wrong
 * try. Demo accounts are rejected outside the demo, because their password is public.
 */
export async function enterAs(call: Entering, settings: Settings, entered: { account: Account; deed: string }) {
  if (entered.account.demo && !settings.demo) throw wrongCredentials()
  return (await stepFor(call.db, settings, entered.account, entered.deed)) ?? (await openAs(call, entered))
}

/** A Problem that was no wrong try is thrown where nobody counts any more. */
export function unlessProblem<T>(outcome: T | Problem): T {
  if (outcome instanceof Problem) throw outcome
  return outcome
}

const shownOnly = ['_id', 'role', 'group', 'userName', 'centers'] as const
type Change = Call<typeof accounts.change>['input']

const changesEmail = ({ email }: Change, row: UserRow) => email !== undefined && email !== row.email

/** Refuses what nobody, or not this kind of user, may change of an account (product §2). */
function refuseChange(input: Change, { kind }: Actor, row: UserRow) {
  const now = userOf(row)
  for (const field of shownOnly)
    if (input[field] !== undefined && JSON.stringify(input[field]) !== JSON.stringify(now[field]))
      throw forbidden('readonly_field', `${field} can't be changed here.`)
  const more = input.firstName !== row.firstName || input.lastName !== row.lastName || changesEmail(input, row)
  if (kind === 'students' && more)
    throw forbidden('readonly_field', 'Only the avatar can be changed. Please ask your centre for anything else.')
  if (input.email === null && row.email !== null && row.userName === null)
    throw refused('email_needed', 'Without an e-mail address nobody could log in to this account. Enter another one.', '/email')
}

const entranceRoutes = (settings: Settings) =>
  ({
    async login(call) {
      const { input, db, from } = call
      const name = input.email.toLowerCase()
      const [account] = await accountByName(db.read, name)
      const browser = await browserAt(db.read, from.known, account)
      const limits = signInsTo({ account: account?.id ?? name, address: from.address, browser, session: call.actor?.session ?? null })
      const entered = await guarded(db, limits, async () => {
        const fits = await passwordFits(account?.passwordHash ?? null, input.password)
        if (!account || !fits) throw wrongCredentials()
        return await enterAs(call, settings, { account, deed: 'accounts.login' })
      })
      return unlessProblem(entered)
    },
  }) satisfies Partial<Handlers<typeof accounts>>

export const secondStepRoutes = (settings: Settings): Handlers<typeof secondStep> => ({
  async enter(call) {
    const { input, db, from } = call
    // A step can't be guessed, and its owner's codes have their own limits.
    const { personId, role, passwordHash, deed } = await ownerOfStep(db.read, input.step)
    const browser = await browserAt(db.read, from.known, { id: personId, passwordHash })
    await guardedCode(db, settings, { personId, code: input.code, on: { browser } }, async (write) =>
      one(await takeSignInStep(write, sha256(input.step)), stepOver),
    )
    return await openAs(call, { account: { id: personId, role, group: null, passwordHash }, deed })
  },
})

const sessionRoutes = {
  async logout({ actor, db }) {
    if (actor) {
      await endSession(db, actor)
      await record(db, actor, { deed: 'accounts.logout', entity: actor.id })
    }
    return withSession(null, 'ended')
  },

  async activate({ input, db, actor, from }) {
    const now = performance.now()
    spend(`activation ${homeOf(from.address)}`, keyChecksFromHome, now)
    spend('activation', keyChecks, now)
    return await guardedAfter(db, keysFrom(from.address), async () => {
      const key = normaliseKey(input.key)
      return await db.write(async (write) => {
        const [device] = key ? await activateDevice(write, { key: await houseKey(write, 'device'), text: key, userAgent: from.agent }) : []
        if (!device) throw wrongKey()
        if (actor) await endSession(write, actor)
        const session = await openSession(write, { kind: 'devices', id: device.id, center: device.centerId }, from)
        await record(write, null, { deed: 'devices.activate', entity: device.id, center: device.centerId })
        await publish(write, { channel: `center:${device.centerId}`, topic: 'device', id: device.id })
        return withSession(await deviceMe(write, device), session)
      })
    })
  },

  async me({ actor, db }) {
    if (actor.kind === 'devices') return await deviceMe(db, { id: actor.id, centerId: actor.centers[0] as string })
    return await meOf(db, actor)
  },
} satisfies Partial<Handlers<typeof accounts>>

export const accountsRoutes = (settings: Settings): Handlers<typeof accounts> => ({
  ...entranceRoutes(settings),
  ...sessionRoutes,

  async user({ input, actor, db }) {
    if (actor.kind === 'devices') return await faceOf(db, await enter(db, actor, actor.centers[0] as string), input.id)
    if (input.id === actor.id || actor.kind === 'admin') return await withNewEmail(db, one(await userRow(db, input.id), notFound))
    return { ...userOf(one(await beyond(db, () => userRowFor(db, actor, input.id)), notFound)), newEmail: null }
  },
  async change({ input, actor, db, seen }) {
    if (input.id !== actor.id && actor.kind !== 'admin') throw notFound()
    const known = one(await userRow(db.read, input.id), notFound)
    refuseChange(input, actor, known)
    const proven = changesEmail(input, known) && input.currentPassword ? await provePassword(db, actor, input.currentPassword) : null
    return await db.write(async (write) => {
      const row = one(await userRow(write, input.id, { lock: true }), notFound)
      refuseChange(input, actor, row)
      if (changesEmail(input, row) && !proven)
        throw forbidden('reauth', `Enter your ${actor.id === row.id ? 'current' : 'own'} password to change the e-mail address.`)
      const wanted = input.email === undefined ? row.email : input.email
      const changes = changesEmail(input, row)
      const waits = changes && (await startEmailChange(write, settings, { owner: row, email: wanted }))
      const email = waits ? row.email : wanted
      const changed = await changeUser(write, { ...input, email }, seen).catch(
        refusing('email_taken', conflict('email_taken', 'Another account has this e-mail address.')),
      )
      if (changed.length === 0) throw stale(await withNewEmail(write, row))
      if (changes && !waits) await settleEmail(write, settings, { owner: row, email })
      const after = one(await userRow(write, input.id), notFound)
      await record(write, actor, { deed: 'accounts.change', entity: input.id, before: userOf(row), after: userOf(after) })
      if (waits) await record(write, actor, { deed: 'accounts.askEmail', entity: input.id, after: { email: wanted } })
      return await withNewEmail(write, after)
    })
  },
})
