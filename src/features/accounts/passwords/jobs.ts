import { record } from '#server/audit.ts'
import { countTry, recoveriesFrom, recoveriesOf } from '#server/throttle.ts'
import type { JobTools } from '#server/jobs.ts'
import { accountByName } from '../queries.ts'
import { passwordHashOf } from './queries.ts'
import { sendLink } from './passwords.ts'

/**
 * Runs the job for a forgotten password: emails a link if the name belongs to an account with an email
 * address, at most three times an hour. `address` is the network address of a browser that hasn't signed in
 * to the account before. Each such address has an hourly limit on emails, which unknown names don't use up.
 * Everything that depends on the name happens here, so that the response takes the same time for unknown
 * names (reliability T2).
 */
export const sendRecovery = async (
  { name, address = null }: { name: string; address?: string | null },
  { database, settings }: JobTools,
) =>
  await database.write(async (db) => {
    const [account] = await accountByName(db, name)
    const [person] = account ? await passwordHashOf(db, account.id) : []
    const email = person?.email
    if (!account || !email) return
    // Check the network address's limit first, so that requests beyond it don't use up the account's emails.
    if (address && (await countTry(db, recoveriesFrom(address))) > 0) return
    if ((await countTry(db, recoveriesOf(account.id))) > 0) return
    // People who haven't set up their account yet get another invitation, and the earlier one keeps working.
    const purpose = person.isUsed ? 'recovery' : 'setup'
    await sendLink(
      db,
      settings,
      { id: account.id, firstName: person.firstName, email },
      { purpose, keep: purpose === 'setup' },
    )
    record(db, null, { action: 'accounts.recover', entity: account.id })
  })
