import { counted } from '#shared/text.ts'
import { tooMany } from '#shared/problem.ts'
import { type Change, record } from './audit.ts'
import type { Database, Db } from './db.ts'
import { logAccess } from './access-log.ts'
import { type Actor, demandStepUp, personOf } from './gate.ts'
import { countTry, exportsOf } from './throttle.ts'
import { addJob, type JobTools } from './jobs.ts'
import { queueMails } from './mail.ts'
import { type NoticeEvent, noticeMail } from './notice-words.ts'

/**
 * Notice to the admins about what a person did. `by` is null if no person is known, and `center` is null if
 * it didn't concern a single center.
 */
type Notice = { by: string | null; event: NoticeEvent; center: string | null }

/** Queues a job that emails every admin. It runs only if the caller's transaction commits. */
export const notifyAdmins = (db: Db, notice: Notice) => addJob(db, 'admin-notice', notice)

/**
 * An export. `event` is what the admins are notified of. `children` are the ids of the students in it. `how`
 * is `list` (the default) for a file with several children, and `record` or `read` for a single child.
 */
type Export = Change & { event: NoticeEvent; children?: readonly string[]; how?: 'list' | 'record' | 'read' }

/**
 * Guards the export of a list or a record (reliability T45). The caller must have entered their password or a
 * code recently and must not exceed the daily limit (`exportsOf`). Records the export in the audit log and
 * the access to each child in the access log, and notifies the admins. Throws 403 `reauth` or 429.
 */
export async function guardExport(
  db: Database,
  actor: Actor,
  { event, children = [], how = 'list', ...change }: Export,
) {
  await demandStepUp(db.read, actor)
  await db.write(async (write) => {
    const wait = await countTry(write, exportsOf(actor.id))
    if (wait > 0)
      throw tooMany(wait, `You have reached today’s limit for exports. Try again in ${hours(wait)}.`)
    record(write, actor, change)
    await logAccess(write, { students: children, by: actor, how })
    await notifyAdmins(write, { by: personOf(actor), event, center: change.center ?? null })
  })
}

const hours = (seconds: number) => counted(Math.ceil(seconds / 3600), 'hour')

/** Job that queues the emails of `notifyAdmins` to all admins with an open account and an email address. */
export const sendNotice = async ({ by, event, center }: Notice, { database, settings }: JobTools) =>
  await database.write(async (db) => {
    const [who] = await db<
      { name: string }[]
    >`select trim(first_name || ' ' || last_name) as name from people where id = ${by}`
    const admins = await db<{ id: string; firstName: string; email: string }[]>`
      select id, first_name, email from people where role = 'admin' and disabled_at is null and email is not null
    `
    const messages = admins.map(({ id, firstName, email }) => ({
      personId: id,
      to: email,
      purpose: 'notice' as const,
      words: () => noticeMail({ event, who: who?.name ?? null, center, firstName }),
    }))
    await queueMails(db, settings, messages)
  })

type WordedNotice = Omit<Notice, 'event'> & { what: string }

/**
 * Job that sends notices queued by the previous version, which may still run during an upgrade. The jobs of
 * that version contain the finished wording.
 */
export const sendWordedNotice = ({ what, ...notice }: WordedNotice, tools: JobTools) =>
  sendNotice({ ...notice, event: { kind: 'worded', what } }, tools)
