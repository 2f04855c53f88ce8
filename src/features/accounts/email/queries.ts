import type { Db } from '#server/db.ts'

/**
 * Lifetime of a link that confirms an address. Short, because a mistyped address may belong to a stranger.
 */
const lasts = '24 hours'

export type NewEmail = { email: string; expired: boolean }

export const newEmailOf = (db: Db, personId: string) => db<NewEmail[]>`
  select email, expires_at <= now() as expired from email_changes where person_id = ${personId}
`

/**
 * Selects the state of an account: `inUse` if it has a password or is bound to a Google or provider account,
 * and `closed`.
 */
export const accountStateOf = (db: Db, personId: string) => db<{ inUse: boolean; closed: boolean }[]>`
  select in_use, disabled_at is not null as closed from people where id = ${personId}
`

/** Returns a row if another account already has this email address. */
export const otherWithEmail = (db: Db, { personId, email }: { personId: string; email: string }) => db`
  select 1 from people where lower(email) = lower(${email}) and id <> ${personId}
`

/** Stores a pending address in place of an earlier one. */
export const putEmailChange = (
  db: Db,
  { personId, email, tokenHash }: { personId: string; email: string; tokenHash: Buffer },
) => db`
  insert into email_changes (person_id, email, token_hash, expires_at) values (${personId}, ${email}, ${tokenHash}, now() + ${lasts}::interval)
  on conflict (person_id) do update set email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at
`

export const dropEmailChange = (db: Db, personId: string) => db<{ email: string }[]>`
  delete from email_changes where person_id = ${personId} returning email
`

/** Finds the change that a valid link confirms. Returns no row for a closed account. */
export const emailChangeByLink = (db: Db, tokenHash: Buffer) => db<{ personId: string; email: string }[]>`
  select c.person_id, c.email from email_changes c join people p on p.id = c.person_id
  where c.token_hash = ${tokenHash} and c.expires_at > now() and p.disabled_at is null
`

type Owner = { id: string; firstName: string; email: string | null }

/** Selects the owner of an open account, and locks the account for an address change. */
export const lockOwner = (db: Db, personId: string) => db<Owner[]>`
  select id, first_name, email from people where id = ${personId} and disabled_at is null and (role is not null or "group" is not null)
  for no key update
`

/** Consumes a link. Returns no row if it has expired or was consumed concurrently. */
export const takeEmailChange = (db: Db, tokenHash: Buffer) => db<{ email: string }[]>`
  delete from email_changes where token_hash = ${tokenHash} and expires_at > now() returning email
`

export const setEmail = (db: Db, { personId, email }: { personId: string; email: string }) => db`
  update people set email = ${email}, version = version + 1 where id = ${personId}
`
