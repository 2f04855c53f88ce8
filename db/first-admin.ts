import { v7 as newId } from 'uuid'
import { dropFactor } from '#features/accounts/factor/queries.ts'
import { putPerson } from '#features/accounts/queries.ts'
import { putLink } from '#features/accounts/passwords/queries.ts'
import { record } from '#server/audit.ts'
import { openDatabase, type Db } from '#server/db.ts'
import { closeDemoAccounts, hasOpenDemoAccount, isDemoAccount, openStaff } from '#server/demo.ts'
import { pageAddress } from '#server/mail.ts'
import { newToken, sha256 } from '#server/session.ts'
import { counted } from '#shared/text.ts'
import type { Settings } from '#server/settings.ts'

type Account = { id: string; role: string | null; isOpen: boolean; isInvited: boolean; isDemo: boolean }

/**
 * Returns the account with an email address. `isInvited` is true for an open account that has no way to sign
 * in yet.
 */
const accountWith = (db: Db, email: string) => db<Account[]>`
  select id, role, disabled_at is null as is_open, disabled_at is null and password_hash is null and google_subject is null as is_invited,
    ${isDemoAccount(db)} as is_demo
  from people p where lower(email) = lower(${email})
`

/** True if there is an admin other than the demo's. */
const hasAdmin = async (db: Db) =>
  (await db`select 1 from people p where role = 'admin' and not ${isDemoAccount(db)} limit 1`).length > 0

async function addAdmin(db: Db, email: string) {
  const id = newId()
  await putPerson(db, {
    id,
    role: 'admin',
    group: null,
    firstName: 'Admin',
    lastName: '',
    avatar: 'owl',
    email,
    userName: null,
    passwordHash: null,
  })
  record(db, null, { action: 'accounts.firstAdmin', entity: id, after: { email } })
  return id
}

/**
 * Returns the id of the admin who needs a link: the one with this address if they can't sign in yet, or a new
 * one if there is no admin. Returns null if nobody needs one. Throws an Error if the address belongs to a
 * demo account, or if it would be the first admin's but belongs to someone else.
 */
async function adminToInvite(db: Db, email: string) {
  const [account] = await accountWith(db, email)
  if (account?.isDemo)
    throw new Error(`ADMIN_EMAIL ${email} belongs to a demo account. Set your own address.`)
  if (account?.role === 'admin') return account.isInvited ? account.id : null
  if (await hasAdmin(db)) return null
  if (account)
    throw new Error(`ADMIN_EMAIL ${email} belongs to an account that isn't an admin's. Set another address.`)
  return await addAdmin(db, email)
}

const addAdminInstructions = `Nobody can sign in yet, because there is no admin. Stop this (Ctrl-C), set ADMIN_EMAIL to your email address, and start again:
  ADMIN_EMAIL=you@example.com npm start -- --own`

async function inviteAdmin(db: Db, settings: Settings) {
  const { adminEmail } = settings
  // The demo needs no link, because its admin's password is printed.
  if (settings.demo) return null
  // Two processes that start on the same database at once must not create two admins.
  await db`select pg_advisory_xact_lock(7203117)`
  if (!adminEmail) return (await hasAdmin(db)) ? null : addAdminInstructions
  const personId = await adminToInvite(db, adminEmail)
  if (!personId) return null
  const token = newToken()
  await putLink(db, { personId, tokenHash: sha256(token), purpose: 'setup' })
  return `The admin ${adminEmail} can choose a password here within seven days:\n  ${pageAddress(settings, `/setup#token=${token}`)}`
}

/** Opens a database, runs work there as one transaction, and closes the database. */
async function inTransaction<T>(url: string, work: (db: Db) => Promise<T>) {
  const database = openDatabase(url, { pool: 1 })
  try {
    return await database.write(work)
  } finally {
    await database.close()
  }
}

/**
 * Creates the first admin of a new installation from ADMIN_EMAIL. Returns the text to print, or null if there
 * is none. The text contains a link to choose a password, which is renewed at every start until it is used.
 * If there is no admin and ADMIN_EMAIL isn't set, the text says to set it. Throws an Error that says what to
 * do if someone else has the address.
 */
export const openFirstAdmin = (url: string, settings: Settings): Promise<string | null> =>
  inTransaction(url, (db) => inviteAdmin(db, settings))

/**
 * Throws an Error if demo accounts are open in a database that is about to be served as real data. This
 * happens only with a database from an earlier version, or a DATABASE_URL that was once used with DEMO=on.
 */
export const refuseDemo = (url: string): Promise<void> =>
  inTransaction(url, async (db) => {
    if (await hasOpenDemoAccount(db))
      throw new Error(
        'This database holds the demo, and everybody knows the passwords of its accounts, so it is not served as your own data. ' +
          'If it holds nothing that you need, name another folder (DATA_DIR) or database (DATABASE_URL). ' +
          "If it holds data of yours too, close the demo's accounts, and start again: npm run admin -- close-demo",
      )
  })

async function closeAndReport(db: Db) {
  const closed = await closeDemoAccounts(db)
  const staff = await openStaff(db)
  const left = staff.map(({ name, email, role }) => `  ${role.padEnd(8)} ${email.padEnd(30)} ${name}`)
  return [
    closed === 0
      ? 'No demo account was open.'
      : `Closed ${counted(closed, 'demo account')} for good. Their records stay.`,
    ...(left.length > 0
      ? ['These staff accounts are still open. Close any that you don’t know (under Accounts):', ...left]
      : []),
    ...((await hasAdmin(db))
      ? []
      : ["You have no admin yet. Set ADMIN_EMAIL, and the next start prints that admin's link."]),
  ].join('\n')
}

/** Closes the demo's accounts in a database that also contains real data. Returns the lines to print. */
export const closeDemo = (url: string): Promise<string> => inTransaction(url, closeAndReport)

async function restoreAccess(db: Db, settings: Settings, email: string) {
  const [account] = await accountWith(db, email)
  if (account?.role !== 'admin' || !account.isOpen || (account.isDemo && !settings.demo))
    throw new Error(`No admin who can sign in has the address ${email}.`)
  if ((await dropFactor(db, account.id)).length > 0)
    record(db, null, { action: 'accounts.factorReset', entity: account.id })
  const token = newToken()
  await putLink(db, { personId: account.id, tokenHash: sha256(token), purpose: 'recovery' })
  record(db, null, { action: 'accounts.recover', entity: account.id })
  return `${email} can choose a new password here within half an hour, and must set up codes again:\n  ${pageAddress(settings, `/password-reset#token=${token}`)}`
}

/**
 * Restores access for an admin who has lost the password, the phone or both. Meant to be run by whoever
 * operates the product. Turns the second factor off and returns the text to print, with the link. Throws an
 * Error if no admin with an open account has the address.
 */
export const letAdminIn = (url: string, settings: Settings, email: string): Promise<string> =>
  inTransaction(url, (db) => restoreAccess(db, settings, email))
