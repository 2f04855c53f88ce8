import { record } from '#server/audit.ts'
import { countTry, recoveriesOf } from '#server/guessing.ts'
import type { JobTools } from '#server/jobs.ts'
import { accountByName } from '../queries.ts'
import { passwordHashOf } from './queries.ts'
import { sendLink } from './routes.ts'

/**
 * The job behind a forgotten password: the link goes out if the name is an account's that has an e-mail address, three times an hour at most.
 * All that depends on the name is done here, so that the answer takes as long for a name that nobody has (reliability T2).
 */
export const sendRecovery = async ({ name }: { name: string }, { database, settings }: JobTools) =>
  await database.write(async (db) => {
    const [account] = await accountByName(db, name)
    const [person] = account ? await passwordHashOf(db, account.id) : []
    const email = person?.email
    if (!account || !email || (await countTry(db, recoveriesOf(account.id))) > 0) return
    await sendLink(db, settings, { id: account.id, firstName: person.firstName, email }, 'recovery')
    await record(db, null, { deed: 'accounts.recover', entity: account.id })
  })
