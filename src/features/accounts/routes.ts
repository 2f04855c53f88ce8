import { normaliseKey } from '#features/devices/rules.ts'
import { activateDevice } from '#features/devices/queries.ts'
import { zoneOf } from '#features/schedule/queries.ts'
import { studentAtWork } from '#features/students/queries.ts'
import { permissionsOf } from '#shared/permissions.ts'
import { conflict, forbidden, notFound, Problem, refused, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { one, refusing, type Db } from '#server/db.ts'
import { type Actor, type CenterId, enter, reachable } from '#server/gate.ts'
import { guarded, keysFrom, signInsFrom, signInsTo } from '#server/guessing.ts'
import { publish, publishEnd } from '#server/live.ts'
import { post } from '#server/mail.ts'
import { passwordFits } from '#server/passwords.ts'
import { type Call, type Handlers, withSession } from '#server/serve.ts'
import { closeSession, houseKey, openSession, sha256 } from '#server/session.ts'
import type { Settings } from '#server/settings.ts'
import { accounts } from './api.ts'
import type { secondStep } from './factor/api.ts'
import { takeSignInStep } from './factor/queries.ts'
import { guardedCode, ownerOfStep, stepFor, stepOver } from './factor/routes.ts'
import { accountByName, type Account, changeUser, deviceRow, holdAccount, userRow, type UserRow, userRowWithin } from './queries.ts'
import { passwordHashOf, voidLinks } from './passwords/queries.ts'
import { provePassword, sendLink } from './passwords/routes.ts'
import type { Me } from './rules.ts'

const wrongCredentials = () => new Problem(401, 'wrong_credentials', 'Wrong e-mail or password.')
const wrongKey = () => new Problem(401, 'wrong_key', 'This key is wrong, used or too old. Ask for a new one.')

const userOf = ({ id, ...row }: UserRow) => ({ _id: id, ...row })

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
type Entered = { account: Account; deed: string }

/** Starts a session for an account in place of the one that this browser had. */
async function openAs({ db, actor, from }: Entering, { account, deed }: Entered) {
  const kind = (account.role ?? account.group) as Actor['kind']
  return await db.write(async (write) => {
    // Else a new password would not end a session that begins by the old one in the same moment.
    one(await holdAccount(write, account), stepOver)
    if (actor) await endSession(write, actor)
    const session = await openSession(write, { kind, id: account.id }, from)
    await record(write, { kind, id: account.id }, { deed, entity: account.id })
    return withSession(await meOf(write, { kind, id: account.id }), session)
  })
}

/** The session of an account whose password, or Google account, was right; or the Problem that asks for a code first, which is no wrong try. */
export const enterAs = async (call: Entering, settings: Settings, entered: Entered) =>
  (await stepFor(call.db, settings, entered.account, entered.deed)) ?? (await openAs(call, entered))

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

/** After a change of e-mail: links that went to the old address are void, and both addresses hear of it (reliability T29). */
async function tellOfEmail(db: Db, settings: Settings, { before, email }: { before: UserRow; email: string | null }) {
  const { id: personId, firstName } = before
  await voidLinks(db, personId)
  const [account] = await passwordHashOf(db, personId)
  // Who was invited and never came has nothing but the link; at the old address is perhaps somebody else.
  if (!account?.passwordHash) {
    if (email) await sendLink(db, settings, { id: personId, firstName, email }, 'setup')
    return
  }
  const message = { personId, purpose: 'email_changed', subject: 'Your e-mail address was changed' } as const
  const told = (to: string, words: string) => post(db, settings, { ...message, to, body: `Hello ${firstName},\n\n${words}\n` })
  if (before.email)
    await told(
      before.email,
      "the e-mail address of your account was just changed: no more messages come here. If it wasn't you, please tell your centre at once.",
    )
  if (email) await told(email, 'this is the e-mail address of your account from now on: messages come here, and you log in with it.')
}

const entranceRoutes = (settings: Settings) =>
  ({
    async login(call) {
      const { input, db, from } = call
      const name = input.email.toLowerCase()
      const limits = [signInsFrom(from.address), ...signInsTo(name, from.address)]
      const entered = await guarded(db, limits, async () => {
        const [account] = await accountByName(db.read, name)
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
    return await guarded(db, [signInsFrom(from.address)], async () => {
      const { personId, role, passwordHash, deed } = await ownerOfStep(db.read, input.step)
      await guardedCode(db, settings, { personId, code: input.code }, async (write) =>
        one(await takeSignInStep(write, sha256(input.step)), stepOver),
      )
      return await openAs(call, { account: { id: personId, role, group: null, passwordHash }, deed })
    })
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
    return await guarded(db, [keysFrom(from.address)], async () => {
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
    if (input.id === actor.id || actor.kind === 'admin') return userOf(one(await userRow(db, input.id), notFound))
    if (actor.kind !== 'manager' && actor.kind !== 'operator') throw notFound()
    return userOf(one(await userRowWithin(db, { id: input.id, centers: await reachable(db, actor) }), notFound))
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
      const email = input.email === undefined ? row.email : input.email
      const changed = await changeUser(write, { ...input, email }, seen).catch(
        refusing('email_taken', conflict('email_taken', 'Another account has this e-mail address.')),
      )
      const before = userOf(row)
      if (changed.length === 0) throw stale(before)
      if (changesEmail(input, row)) await tellOfEmail(write, settings, { before: row, email })
      const after = userOf(one(await userRow(write, input.id), notFound))
      await record(write, actor, { deed: 'accounts.change', entity: input.id, before, after })
      return after
    })
  },
})
