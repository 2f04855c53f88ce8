import { counted } from '#shared/text.ts'
import { raiseAlarm } from './alarm.ts'
import type { Db } from './db.ts'
import type { JobTools } from './jobs.ts'
import { notifyAdmins } from './export-guard.ts'

/**
 * Numbers of children's records that are unusual for one person to open within an hour or a day. Whoever
 * reaches one of these numbers is reported to the admins. That may be a departing employee copying records,
 * or somebody using a stolen session. A busy front desk opens 20 an hour. Exported lists have their own
 * limits and notices (`export-guard.ts`).
 */
export const alarmLimits = { hour: 60, day: 200 }

/** Schedule of the job: every five minutes. */
export const readingCron = { task: 'mass-reading', match: '*/5 * * * *' }

type Reader = { personId: string; name: string; role: string; hour: number; day: number }

/**
 * Returns staff who have opened unusually many children's records and haven't caused an alarm in the last 24
 * hours.
 */
const unusualReaders = (db: Db) => db<Reader[]>`
  select d.person_id, trim(p.first_name || ' ' || p.last_name) as name, p.role,
    (count(distinct d.student_id) filter (where d.at > now() - interval '1 hour'))::int as hour, count(distinct d.student_id)::int as day
  from access_log d join people p on p.id = d.person_id
  where d.at > now() - interval '1 day' and d.how in ('read', 'record', 'token')
    and not exists (select from alarms a where a.kind = 'mass-reading ' || p.id and a.last_at > now() - interval '1 day')
  group by d.person_id, p.id
  having count(distinct d.student_id) filter (where d.at > now() - interval '1 hour') >= ${alarmLimits.hour} or count(distinct d.student_id) >= ${alarmLimits.day}
  order by d.person_id
`

/**
 * Job that reports staff who read unusually many records, once per person and day: it raises an alarm under
 * System, emails the admins and writes a log line.
 */
export async function watchReading(_payload: unknown, { database, log }: Pick<JobTools, 'database' | 'log'>) {
  for (const { personId, name, role, hour, day } of await unusualReaders(database.read)) {
    const within = hour >= alarmLimits.hour ? 'hour' : 'day'
    const students = within === 'hour' ? hour : day
    const much = `${counted(students, 'student')} within ${within === 'hour' ? 'an hour' : 'a day'}`
    await database.write(async (db) => {
      await raiseAlarm(
        db,
        `mass-reading ${personId}`,
        `${name} (${role}) opened the records of ${much}. If this is not part of their job, end their sessions: open their name under Accounts and go to “Logged in”.`,
      )
      await notifyAdmins(db, { by: personId, event: { kind: 'reading', students, within }, center: null })
    })
    log?.warn({ user: personId, hour, day }, 'mass reading')
  }
}
