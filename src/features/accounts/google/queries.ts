import type { Db } from '#server/db.ts'
import { isDemoAccount } from '#server/demo.ts'
import type { Account } from '../queries.ts'

/**
 * Selects the account bound to a Google subject or, at the first sign-in, the invited account with this
 * verified email address.
 */
export const googleAccount = (db: Db, { subject, email }: { subject: string; email: string }) => db<
  Account[]
>`
  select id, role, "group", password_hash, ${isDemoAccount(db)} as demo from people p
  where disabled_at is null and (role is not null or "group" is not null)
    and (google_subject = ${subject} or google_subject is null and lower(email) = lower(${email}))
  order by google_subject nulls last limit 1
`

/** Binds an account to a Google subject. Returns no row if it is already bound. */
export const bindSubject = (db: Db, { id, subject }: { id: string; subject: string }) => db`
  update people set google_subject = ${subject} where id = ${id} and google_subject is null returning id
`
