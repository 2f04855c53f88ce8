import type { FastifyRequest } from 'fastify'
import { type Permission, reach } from '#shared/permissions.ts'
import { Problem } from '#shared/problem.ts'
import type { Db } from './db.ts'
import { isDemoAccount } from './demo.ts'
import type { Actor } from './gate.ts'
import { newToken, type Session, sha256 } from './session.ts'
import type { Settings } from './settings.ts'

/**
 * Access tokens let other programs call the API for one center, in `Authorization: Bearer`. A token consists
 * of a prefix, which people and scanners recognize, and 256 random bits. Only its SHA-256 is stored.
 */
const prefix = 'bl_'

export const newAccessToken = () => `${prefix}${newToken()}`

const sent = /^bearer +(bl_.*)$/i
const form = /^bl_[\w-]{43}$/

export const wrongToken = () =>
  new Problem(401, 'token_invalid', 'This access token is unknown, expired or revoked.')

/**
 * Returns the access token of a request, or null if it has none. Throws 401 for a token that can't be valid
 * or if the header occurs more than once. Ignores other schemes and other tokens, which may be meant for a
 * proxy in front of the product.
 */
export function accessTokenOf({ headers, raw }: FastifyRequest) {
  const [, token] = sent.exec(headers.authorization ?? '') ?? []
  if (token === undefined) return null
  const sentOnce =
    raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization').length === 1
  if (!sentOnce || !form.test(token)) throw wrongToken()
  return token
}

type TokenRow = Omit<Actor, 'kind' | 'scopes'> & { scopes: Permission[]; role: Actor['kind']; stale: boolean }

/**
 * Returns a session for each valid token, by token. A token stops working when its creator is no longer an
 * admin or an active manager of its center. It never has a permission that its creator lacks.
 */
export async function accessTokensOf(
  db: Db,
  tokens: readonly string[],
  { demo }: Pick<Settings, 'demo'>,
): Promise<Map<string, Session>> {
  const byHash = new Map(tokens.map((token) => [sha256(token).toString('hex'), token]))
  const rows = await db<TokenRow[]>`
    select t.id, t.name as first_name, array[t.center_id] as centers, encode(t.token_hash, 'hex') as session, t.scopes, p.role,
      t.used_at is distinct from date_trunc('hour', now()) as stale
    from access_tokens t join people p on p.id = t.created_by and p.disabled_at is null and (${demo} or not ${isDemoAccount(db)})
    where t.token_hash = any(array(select decode(hash, 'hex') from unnest(${[...byHash.keys()]}::text[]) hash))
      and t.revoked_at is null and now() < t.expires_at and not is_archived(t.center_id) and ${maySupply(db, db`t.center_id`)}
  `
  return new Map(
    rows.map(({ stale, role, scopes, ...actor }) => [
      byHash.get(actor.session) as string,
      {
        actor: { ...actor, kind: 'tokens', scopes: scopes.filter((scope) => reach(role, scope) !== null) },
        stale,
      },
    ]),
  )
}

/**
 * Returns an SQL condition. It is true if person `p`, who created a token or webhook, is still an admin or an
 * active manager of its center.
 */
export const maySupply = (
  db: Db,
  center: ReturnType<Db>,
) => db`(p.role = 'admin' or (p.role = 'manager' and exists (
  select from staff s where s.center_id = ${center} and s.person_id = p.id and s.duty = 'office' and s.active)))`

/** Records the hour of a token's latest call. `keepAlive` calls this only if that hour has changed. */
export const touchToken = async (db: Db, actor: Actor) =>
  void (await db`
  update access_tokens set used_at = date_trunc('hour', now()) where token_hash = decode(${actor.session}, 'hex')
`)
