import {
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { record } from './audit.ts'
import type { Db } from './db.ts'
import { isDemoAccount } from './demo.ts'
import type { Actor } from './gate.ts'
import type { Settings } from './settings.ts'
import { forbidden } from '#shared/problem.ts'

/**
 * A session that a token belongs to. Tokens are 32 random bytes in an HttpOnly cookie, with their SHA-256 in
 * the database. So sessions can be listed and revoked, and a copy of the database gives no access. The
 * XSRF-TOKEN cookie is bound to the session by HMAC and repeated in a header (spec §7). `stale` is true if
 * the session's last recorded use is so long ago that it must be recorded again.
 */
export type Session = { actor: Actor; stale: boolean }

/** Session that a handler starts: the cookie's token and its lifetime. */
export type SessionStart = { token: string; seconds: number }

type Lifetime = { idle: string; seconds: number }
const hours = 3600
const lifetimes: Record<Exclude<Actor['kind'], 'tokens'>, Lifetime> = {
  admin: { idle: '30 minutes', seconds: 8 * hours },
  manager: { idle: '60 minutes', seconds: 12 * hours },
  operator: { idle: '60 minutes', seconds: 12 * hours },
  editor: { idle: '60 minutes', seconds: 12 * hours },
  students: { idle: '2 hours', seconds: 8 * hours },
  parents: { idle: '60 minutes', seconds: 24 * hours },
  devices: { idle: '90 days', seconds: 365 * 24 * hours },
}

const maxSessions = 10

export const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Returns 256 random bits in base64url, for cookies and links. */
export const newToken = () => randomBytes(32).toString('base64url')

/**
 * Starts a session for a person or a device. If a person then has more than ten, ends the oldest (product
 * §2).
 */
export async function openSession(
  db: Db,
  who: { kind: Actor['kind']; id: string; center?: string },
  from: { agent: string; address: string },
): Promise<SessionStart> {
  if (who.kind === 'tokens') throw new Error('Programs have no sessions.')
  const token = newToken()
  const { idle, seconds } = lifetimes[who.kind]
  const device = who.kind === 'devices'
  await db`
    insert into sessions (id_hash, person_id, device_center, device_id, idle, ends_at, user_agent, address)
    values (${sha256(token)}, ${device ? null : who.id}, ${device ? (who.center ?? null) : null}, ${device ? who.id : null},
      ${idle}::interval, now() + make_interval(secs => ${seconds}), ${from.agent}, ${from.address})
  `
  if (!device)
    await db`
      delete from sessions where id_hash in (
        select id_hash from sessions where person_id = ${who.id} order by created_at desc offset ${maxSessions}
      )
    `
  return { token, seconds }
}

export const closeSession = (db: Db, actor: Actor) =>
  db`delete from sessions where id_hash = decode(${actor.session}, 'hex')`

/** Returns the SQL condition that a person `p` is a student whose centers are all archived. */
const isShutOut = (db: Db) => db`(p."group" = 'students'
  and coalesce((select bool_and(is_archived(center_id)) from students where id = p.id), false))`

/** Throws 403 for a student whose centers are all archived, because their session would show nothing. */
export async function refuseShutOut(db: Db, personId: string) {
  const [out] = await db`select from people p where p.id = ${personId} and ${isShutOut(db)}`
  if (out)
    throw forbidden(
      'center_archived',
      'Your center isn’t active right now, so you can’t log in. Your work is saved. Please contact your center.',
    )
}

/**
 * Returns the live sessions of these tokens, by token, with their actors and the actors' current centers. A
 * single query, because every call starts with it. Demo accounts have sessions only in the demo.
 */
export async function sessionsOf(
  db: Db,
  tokens: readonly string[],
  { demo }: Pick<Settings, 'demo'>,
): Promise<Map<string, Session>> {
  const byHash = new Map(tokens.map((token) => [sha256(token).toString('hex'), token]))
  const rows = await db<(Actor & { stale: boolean })[]>`
    select coalesce(p.role, p."group", 'devices') as kind, coalesce(p.id, d.id) as id, coalesce(p.first_name, d.name) as first_name,
      encode(s.id_hash, 'hex') as session, now() - s.seen_at > interval '1 minute' as stale,
      case
        when d.id is not null then array[d.center_id]
        when p."group" = 'students' then array(select center_id from students where id = p.id and not is_archived(center_id))
        when p."group" = 'parents' then '{}'
        else array(select center_id from staff where person_id = p.id and duty = 'office' and active and not is_archived(center_id))
      end as centers,
      case when p."group" = 'parents' then centers_of_parent(p.id) else '{}' end as family_centers,
      case p.role
        when 'admin' then array(select id from centers where archived_at is not null)
        when 'manager' then array(select center_id from staff where person_id = p.id and duty = 'office' and active and is_archived(center_id))
        else '{}'
      end as archived
    from sessions s
    left join people p on p.id = s.person_id and p.disabled_at is null and (p.role is not null or p."group" is not null)
      and (${demo} or not ${isDemoAccount(db)}) and not ${isShutOut(db)}
    left join devices d on d.center_id = s.device_center and d.id = s.device_id and d.state = 'active' and not is_archived(d.center_id)
    where s.id_hash = any(array(select decode(hash, 'hex') from unnest(${[...byHash.keys()]}::text[]) hash))
      and now() < s.ends_at and now() < s.seen_at + s.idle and (p.id is not null or d.id is not null)
  `
  return new Map(rows.map(({ stale, ...actor }) => [byHash.get(actor.session) as string, { actor, stale }]))
}

/** Returns which of these sessions (`Actor.session`) have neither ended nor been idle for too long. */
export async function sessionsGoing(db: Db, sessions: readonly string[]) {
  const rows = await db<{ session: string }[]>`
    select encode(id_hash, 'hex') as session from sessions
    where id_hash in (select decode(each, 'hex') from unnest(${[...sessions]}::text[]) each) and now() < ends_at and now() < seen_at + idle
  `
  return new Set(rows.map(({ session }) => session))
}

/**
 * True if an expired token belonged to a device. The device is then asked to activate again, not to sign in
 * (spec §8).
 */
export async function wasDevice(db: Db, token: string) {
  const [row] = await db`select 1 from sessions where id_hash = ${sha256(token)} and device_id is not null`
  return row !== undefined
}

/**
 * Extends the idle limit and records the address from which the session is used. `keepAlive` calls this at
 * most once a minute per session. If a shared device's token was used at another address less than five
 * minutes ago, it may have been copied, so this is recorded in the audit trail (reliability T32).
 */
export async function touchSession(db: Db, actor: Actor, address: string) {
  const [moved] = await db`
    update sessions s set seen_at = now(), address = ${address} from sessions was
    where s.id_hash = decode(${actor.session}, 'hex') and was.id_hash = s.id_hash
    returning was.address not in ('', ${address}) and was.seen_at > now() - interval '5 minutes' as elsewhere
  `
  if (actor.kind === 'devices' && moved?.['elsewhere'])
    record(db, actor, {
      action: 'devices.elsewhere',
      entity: actor.id,
      center: actor.centers[0] ?? null,
    })
}

/** Marks the session as just re-authenticated (`demandStepUp`). */
export const markReauthenticated = (db: Db, actor: Actor) =>
  db`update sessions set proven_at = now() where id_hash = decode(${actor.session}, 'hex')`

const cookieName = (secure: boolean) => (secure ? '__Host-sid' : 'sid')

/**
 * Returns the session token of a request, or null if the cookie is missing, duplicated or malformed
 * (reliability B21).
 */
export function tokenOf(request: FastifyRequest, secure: boolean) {
  const name = cookieName(secure)
  const sent = (request.headers.cookie ?? '').split(';').filter((pair) => pair.trim().startsWith(`${name}=`))
  const value = sent.length === 1 ? request.cookies[name] : undefined
  return value && /^[\w-]{43}$/.test(value) ? value : null
}

export function setSessionCookie(reply: FastifyReply, { token, seconds }: SessionStart, secure: boolean) {
  reply.setCookie(cookieName(secure), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: seconds,
  })
}

export function clearSessionCookie(reply: FastifyReply, secure: boolean) {
  reply.clearCookie(cookieName(secure), { path: '/', secure })
}

/**
 * Returns a secret key of 32 bytes that all server processes share. Creates it on first use, which needs a
 * write transaction.
 */
export async function installationKey(db: Db, name: string): Promise<Buffer> {
  const [known] = await db<{ value: Buffer }[]>`select value from installation_keys where name = ${name}`
  if (known) return known.value
  await db`insert into installation_keys (name, value) values (${name}, ${randomBytes(32)}) on conflict do nothing`
  const [row] = await db<{ value: Buffer }[]>`select value from installation_keys where name = ${name}`
  return row!.value
}

/** Returns the signing key of XSRF tokens as a KeyObject, which signs six times faster than raw bytes. */
export const xsrfKeyOf = async (db: Db) => createSecretKey(await installationKey(db, 'xsrf'))

const sign = (key: KeyObject, session: string, random: string) =>
  createHmac('sha256', key)
    .update(`${session.length}!${session}!${random.length}!${random}`)
    .digest('base64url')

/** Sets this session's XSRF-TOKEN cookie and returns the token. */
export function setXsrfCookie(reply: FastifyReply, key: KeyObject, session: string, secure: boolean) {
  const random = randomBytes(12).toString('base64url')
  const token = `${sign(key, session, random)}.${random}`
  reply.setCookie('XSRF-TOKEN', token, { path: '/', sameSite: 'strict', secure })
  return token
}

/** True if we issued the token for exactly this session. */
export function xsrfFits(key: KeyObject, session: string, token: string | undefined) {
  const [signature, random] = (token ?? '').split('.')
  if (!signature || !random) return false
  const given = Buffer.from(signature)
  const wanted = Buffer.from(sign(key, session, random))
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
