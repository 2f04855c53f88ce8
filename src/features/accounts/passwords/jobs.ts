import { record } from '#server/audit.ts'
import { countTry, recoveriesFrom, recoveriesOf } from '#server/throttle.ts'
import type { JobTools } from '#server/jobs.ts'
import { accountByName } from '../queries.ts'
import { passwordHashOf } from './queries.ts'
import { sendLink } from './passwords.ts'

/**
 * The job behind a forgotten password: the link goes out if the name is an account's that has an e-mail address, three times an hour at most.
 * `address` is whence somebody asked whose browser has not signed in to the account before: from one address so many mails go out in an hour, and
 * names that nobody has use up none of them. All that depends on the name is done here, so that the answer takes as long for a name that nobody has (reliability T2).
 */
export const sendRecovery = async ({ name, address = null }: { name: string; address?: string | null }, { database, settings }: JobTools) =>
  await database.write(async (db) => {
    const [account] = await accountByName(db, name)
    const [person] = account ? await passwordHashOf(db, account.id) : []
    const email = person?.email
    if (!account || !email) return
    // The address first: one that is past its limit must not use up the mails of an account.
    if (address && (await countTry(db, recoveriesFrom(address))) > 0) return
    if ((await countTry(db, recoveriesOf(account.id))) > 0) return
    // Somebody who was invited and never signed in gets the invitation again, and the earlier one keeps working.
    const purpose = person.isUsed ? 'recovery' : 'setup'
    await sendLink(db, settings, { id: account.id, firstName: person.firstName, email }, { purpose, keep: purpose === 'setup' })
    await record(db, null, { action: 'accounts.recover', entity: account.id })
  })
