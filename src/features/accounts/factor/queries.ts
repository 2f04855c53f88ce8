import type { AuditAction } from '#shared/audit-actions.ts'
import type { Db } from '#server/db.ts'
import type { Role } from '../rules.ts'

export type FactorRow = { secret: Buffer; confirmed: boolean; lastStep: number }

/** Selects the second factor of a person. `lock` locks the row, so that a code works only once. */
export const factorOf = (db: Db, personId: string, { lock = false } = {}) => db<FactorRow[]>`
  select secret, confirmed_at is not null as confirmed, last_step::float8 as last_step from second_factors where person_id = ${personId}
  ${lock ? db`for update` : db``}
`

/** Starts a new second factor. Returns no row if one is already on. */
export const beginFactor = (db: Db, { personId, secret }: { personId: string; secret: Buffer }) => db`
  insert into second_factors as f (person_id, secret) values (${personId}, ${secret})
  on conflict (person_id) do update set secret = excluded.secret, last_step = 0, created_at = now() where f.confirmed_at is null
  returning person_id
`

/** Stores the time step of the last accepted code. The first accepted code turns the factor on. */
export const takeStep = (db: Db, personId: string, step: number) => db`
  update second_factors set last_step = ${step}, confirmed_at = coalesce(confirmed_at, now()) where person_id = ${personId}
`

/**
 * Deletes a person's second factor, and the sign-in steps that wait for a code. Returns no row if there was
 * no factor.
 */
export const dropFactor = (db: Db, personId: string) => db`
  with over as (delete from sign_in_steps where person_id = ${personId})
  delete from second_factors where person_id = ${personId} returning person_id
`

/** Replaces the recovery codes. */
export const putRecoveryCodes = async (db: Db, personId: string, hashes: readonly Buffer[]) => {
  await db`delete from recovery_codes where person_id = ${personId}`
  await db`insert into recovery_codes (person_id, code_hash) 
    select ${personId}, decode(hash, 'hex') from unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]) hash
  `
}

/** Consumes a recovery code. Returns no row if it isn't this person's or was already used. */
export const takeRecoveryCode = (db: Db, personId: string, hash: Buffer) => db`
  update recovery_codes set used_at = now() where person_id = ${personId} and code_hash = ${hash} and used_at is null returning 1
`

export const codesLeft = (db: Db, personId: string) => db<{ count: number }[]>`
  select count(*)::int as count from recovery_codes where person_id = ${personId} and used_at is null
`

/** Stores the step that waits for a code after the first part of a sign-in, and deletes expired steps. */
export const putStep = (
  db: Db,
  { tokenHash, personId, action }: { tokenHash: Buffer; personId: string; action: AuditAction },
) => db`
  with over as (delete from sign_in_steps where expires_at < now())
  insert into sign_in_steps (token_hash, person_id, action) values (${tokenHash}, ${personId}, ${action})
`

export type StepRow = {
  personId: string
  action: AuditAction
  email: string | null
  role: Role | null
  passwordHash: string | null
}

/**
 * Selects the owner of a sign-in step that hasn't expired. Returns no row if the account is closed or no
 * longer belongs to staff.
 */
export const stepOwner = (db: Db, tokenHash: Buffer) => db<StepRow[]>`
  select s.person_id, s.action, p.email, p.role, p.password_hash from sign_in_steps s join people p on p.id = s.person_id
  where s.token_hash = ${tokenHash} and s.expires_at > now() and p.disabled_at is null and p.role is not null
`

/** Consumes a sign-in step. Returns no row if it was consumed concurrently. */
export const takeSignInStep = (db: Db, tokenHash: Buffer) =>
  db`delete from sign_in_steps where token_hash = ${tokenHash} returning person_id`
