import type { Db } from '#server/db.ts'
import type { Purpose } from '../rules.ts'

const lasts: Record<Purpose, string> = { setup: '7 days', recovery: '30 minutes' }

/**
 * Creates a one-time link and voids the person's earlier links for the same purpose, unless `keep` is set. A
 * recovery link never voids an invitation, because anyone can request one.
 */
export const putLink = (
  db: Db,
  {
    personId,
    tokenHash,
    purpose,
    keep = false,
  }: { personId: string; tokenHash: Buffer; purpose: Purpose; keep?: boolean },
) => db`
  with void as (
    update sign_in_links set used_at = now() where person_id = ${personId} and used_at is null and purpose = ${purpose} and not ${keep}
  )
  insert into sign_in_links (token_hash, person_id, purpose, expires_at)
  values (${tokenHash}, ${personId}, ${purpose}, now() + ${lasts[purpose]}::interval)
`

export type LinkOwner = {
  personId: string
  role: string | null
  firstName: string
  lastName: string
  email: string | null
  userName: string | null
  purpose: Purpose
}

/** Selects the owner of a valid link. */
export const linkOwner = (db: Db, tokenHash: Buffer) => db<LinkOwner[]>`
  select l.person_id, p.role, p.first_name, p.last_name, p.email, p.user_name, l.purpose
  from sign_in_links l join people p on p.id = l.person_id
  where l.token_hash = ${tokenHash} and l.used_at is null and l.expires_at > now() and p.disabled_at is null
`

/** Voids a person's unused links. */
export const voidLinks = (db: Db, personId: string) => db`select void_links(${personId})`

/** Consumes a link. Returns no row if it has expired or was already used. */
export const takeLink = (db: Db, tokenHash: Buffer) => db`
  update sign_in_links set used_at = now() where token_hash = ${tokenHash} and used_at is null and expires_at > now() returning person_id
`

/** Sets a password. Voids sign-in steps started with the old password, and a pending new email address. */
export const setPassword = (
  db: Db,
  { personId, passwordHash }: { personId: string; passwordHash: string },
) => db`
  with over as (delete from sign_in_steps where person_id = ${personId}),
    void as (delete from email_changes where person_id = ${personId})
  update people set password_hash = ${passwordHash}, version = version + 1 where id = ${personId}
`

/** Ends a person's sessions, apart from `except`, and returns the ended ones. */
export const endSessions = (
  db: Db,
  { personId, except = null }: { personId: string; except?: string | null },
) => db<{ session: string }[]>`
  delete from sessions where person_id = ${personId} and (${except}::text is null or id_hash <> decode(${except}::text, 'hex'))
  returning encode(id_hash, 'hex') as session
`

export const passwordHashOf = (db: Db, id: string) => db<
  {
    passwordHash: string | null
    role: string | null
    firstName: string
    lastName: string
    email: string | null
    isUsed: boolean
  }[]
>`
  select password_hash, role, first_name, last_name, email, in_use as is_used
  from people where id = ${id}
`
