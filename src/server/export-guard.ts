import { counted } from '#shared/text.ts'
import { tooMany } from '#shared/problem.ts'
import { type Change, record } from './audit.ts'
import type { Database, Db } from './db.ts'
import { logAccess } from './access-log.ts'
import { type Actor, demandStepUp, personOf } from './gate.ts'
import { countTry, exportsOf } from './throttle.ts'
import { addJob, type JobTools } from './jobs.ts'
import { post } from './mail.ts'

/** What the admins are told of: who did it, what in words after "has", and at which center. */
type Notice = { by: string | null; what: string; center: string | null }

/** Tells every admin of it by mail, if and only if it happens. */
export const tellAdmins = (db: Db, notice: Notice) => addJob(db, 'notice', notice)

/**
 * `what` is said after "has exported", or "has opened" where it is only `read`; `children` are those whom it tells of, in a list with others unless
 * `how` says that it is all of one.
 */
type Taken = Change & { what: string; children?: readonly string[]; how?: 'list' | 'record' | 'read' }

/**
 * Before a list or a record leaves the house (reliability T45): the caller gave their password or a code a moment ago, they have taken out less than
 * twenty today, it is written down, for each child too, and the admins are told. Throws 403 `reauth` and 429.
 */
export async function guardExport(db: Database, actor: Actor, { what, children = [], how = 'list', ...change }: Taken) {
  await demandStepUp(db.read, actor)
  await db.write(async (write) => {
    const wait = await countTry(write, exportsOf(actor.id))
    if (wait > 0) throw tooMany(wait, `That is as much as one person may export in a day. Please go on in ${hours(wait)}.`)
    await record(write, actor, change)
    await logAccess(write, { students: children, by: actor, how })
    await tellAdmins(write, {
      by: personOf(actor),
      what: `${how === 'read' ? 'opened' : 'exported'} ${what}`,
      center: change.center ?? null,
    })
  })
}

const hours = (seconds: number) => counted(Math.ceil(seconds / 3600), 'hour')

/** The job behind `tellAdmins`. */
export const sendNotice = async ({ by, what, center }: Notice, { database, settings }: JobTools) =>
  await database.write(async (db) => {
    const [who] = await db<{ name: string }[]>`select trim(first_name || ' ' || last_name) as name from people where id = ${by}`
    const admins = await db<{ id: string; firstName: string; email: string }[]>`
      select id, first_name, email from people where role = 'admin' and disabled_at is null and email is not null
    `
    const action = `${who?.name ?? 'Somebody'} has ${what}${center ? ` at ${center}` : ''}`
    for (const { id, firstName, email } of admins)
      await post(db, settings, {
        personId: id,
        to: email,
        purpose: 'notice',
        subject: action,
        body: `Hello ${firstName},\n\n${action}. Every admin is told of it. If that should not have happened, end the sessions of this account: Accounts, the name, Signed in.\n`,
      })
  })
