import { queueMail } from '#server/mail.ts'
import type { Database, Db } from '#server/db.ts'
import type { Settings } from '#server/settings.ts'

/** Delays all jobs queued from now on by a year, so that a test can run them itself. */
export const holdJobs = (database: Database) =>
  database.write(async (db) => {
    await db`create function hold_job() returns trigger language plpgsql as $$
      begin new.run_at = now() + interval '1 year'; return new; end $$`
    await db`create trigger hold before insert on graphile_worker._private_jobs for each row execute function hold_job()`
  })

type Absence = { parent: { id: string; email: string }; centerId: string; text: string; until?: string }

/** Queues an automatic message about an absence for a parent. Returns its id, or '' if none was stored. */
export async function postAbsence(db: Db, settings: Settings, { parent, centerId, text, ...more }: Absence) {
  const before = await db<{ id: string }[]>`select id from mail`
  await queueMail(db, settings, {
    personId: parent.id,
    to: parent.email,
    purpose: 'automatic',
    kind: 'absent',
    center: centerId,
    subject: 'Sam wasn’t in class today',
    body: `Hello Pilar,\n\n${text}\n\nhttps://learn.test.example/parent/students/1\n`,
    ...more,
  })
  const known = before.map(({ id }) => id)
  const [added] = await db<{ id: string }[]>`select id from mail where not (id = any(${known}::uuid[]))`
  return added?.id ?? ''
}
