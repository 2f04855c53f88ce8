import { record } from './audit.ts'
import type { Db } from './db.ts'

/**
 * Returns the SQL condition that a person `p` has a demo account, whose password is public. Such an account
 * can sign in only while the demo is being served, whichever database it ends up in.
 */
export const isDemoAccount = (db: Db) => db`(p.demo or coalesce(lower(p.email) like '%@demo.example', false))`

/** True if this database was filled by the demo. */
export const isDemoDatabase = async (db: Db) => (await db`select 1 from people where demo limit 1`).length > 0

/** True if the database has a person or a center. */
export const isUsed = async (db: Db) =>
  (await db`select 1 from people union all select 1 from centers limit 1`).length > 0

/** True if any demo account is still open and has a password. */
export const hasOpenDemoAccount = async (db: Db) =>
  (await db`select 1 from people where demo and disabled_at is null and password_hash is not null limit 1`)
    .length > 0

/**
 * Permanently closes all demo accounts: disables them and removes their passwords, sessions and links. Keeps
 * their records. Returns the number of accounts closed.
 */
export async function closeDemoAccounts(db: Db) {
  const closed = await db<{ id: string }[]>`
    update people p set disabled_at = coalesce(disabled_at, now()), password_hash = null, version = version + 1
    where ${isDemoAccount(db)} and (disabled_at is null or password_hash is not null) and (role is not null or "group" is not null)
    returning id
  `
  await db`delete from sessions using people p where p.id = sessions.person_id and ${isDemoAccount(db)}`
  await db`delete from sign_in_links using people p where p.id = sign_in_links.person_id and ${isDemoAccount(db)}`
  await db`delete from email_changes using people p where p.id = email_changes.person_id and ${isDemoAccount(db)}`
  for (const { id } of closed)
    record(db, null, { action: 'accounts.close', entity: id, after: { disabled: true } })
  return closed.length
}

/**
 * Returns the staff whose accounts are open. If others could reach the demo, one of these accounts may belong
 * to an intruder.
 */
export const openStaff = (db: Db) => db<{ name: string; email: string; role: string }[]>`
  select trim(first_name || ' ' || last_name) as name, coalesce(email, user_name, '') as email, role from people
  where role is not null and disabled_at is null order by role, email
`
