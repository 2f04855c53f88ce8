import { maySupply } from '#server/access-tokens.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { AccessToken } from './api.ts'
import type { ScopeName } from './scopes.ts'

type TokenRow = Omit<AccessToken, '_id'> & { id: string }

/** Selects the access tokens of a center, or the one with `id`; ended tokens come last. */
export const tokenRows = (db: Db, center: CenterId, id: string | null = null) => db<TokenRow[]>`
  select t.id, t.name, t.scopes, t.created_at, t.expires_at, t.used_at, trim(p.first_name || ' ' || p.last_name) as created_by,
    case when t.revoked_at is not null then 'revoked' when t.expires_at <= now() then 'expired'
      when p.disabled_at is not null or not ${maySupply(db, db`t.center_id`)} then 'stopped' else 'active' end as state
  from access_tokens t join people p on p.id = t.created_by
  where t.center_id = ${center} and (${id}::uuid is null or t.id = ${id})
  order by t.revoked_at is not null or t.expires_at <= now(), t.created_at desc, t.id
`

/** Counts the center's tokens that are neither revoked nor expired. */
export const countTokens = (db: Db, center: CenterId) => db<{ count: number }[]>`
  select count(*)::int as count from access_tokens where center_id = ${center} and revoked_at is null and expires_at > now()
`

type NewToken = {
  id: string
  name: string
  tokenHash: Buffer
  scopes: readonly ScopeName[]
  by: string
  days: number
}

export const putToken = (db: Db, center: CenterId, { id, name, tokenHash, scopes, by, days }: NewToken) => db`
  insert into access_tokens (center_id, id, name, token_hash, scopes, created_by, expires_at)
  values (${center}, ${id}, ${name}, ${tokenHash}, ${[...scopes]}, ${by}, now() + make_interval(days => ${days}))
`

/** Revokes a token. Returns no row if it was already revoked. */
export const revokeToken = (db: Db, center: CenterId, id: string) => db<{ id: string }[]>`
  update access_tokens set revoked_at = now() where center_id = ${center} and id = ${id} and revoked_at is null returning id
`
