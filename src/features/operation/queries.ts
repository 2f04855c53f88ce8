import type { Db } from '#server/db.ts'
import type { Backup, Check } from './api.ts'

type BackupRow = Omit<Backup, '_id'> & { id: string }
type AlarmRow = {
  id: string
  text: string
  times: number
  firstAt: string
  lastAt: string
  seenAt: string | null
}

/** Returns a SQL condition: the backup has made no progress for five minutes, so its process must be gone. */
const lost = (db: Db) => db`(state in ('queued', 'running') and moved_at < now() - interval '5 minutes')`
const interrupted = 'It was interrupted.'

const columns = (db: Db) => db`
  id, file, origin, case when ${lost(db)} then 'failed' else state end as state, step, percent, bytes::float8 as bytes, encrypted, took_ms, verified,
  case when ${lost(db)} then ${interrupted} else error end as error, made_at
`

/** Selects the last 100 backups, newest first. */
export const backupRows = (db: Db) =>
  db<BackupRow[]>`select ${columns(db)} from backups order by made_at desc, id desc limit 100`

/** Selects and locks the backup that is queued or running. */
export const backupAtWork = (db: Db) =>
  db<BackupRow[]>`select ${columns(db)} from backups where state in ('queued', 'running') for update`

/** Marks backups without recent progress as failed. */
export const endLostBackup = (db: Db) =>
  db`update backups set state = 'failed', step = '', error = ${interrupted} where ${lost(db)}`

/** Queues a backup. Returns no row if one is queued or running. */
export const putBackup = (db: Db, { id, by }: { id: string; by: string }) => db<BackupRow[]>`
  insert into backups (id, origin, asked_by) values (${id}, 'asked', ${by})
  on conflict ((true)) where state in ('queued', 'running') do nothing returning ${columns(db)}
`

export const lastCheck = (db: Db) =>
  db<Check[]>`select at, took_ms, findings from checks order by id desc limit 1`

export const openAlarms = (db: Db) => db<AlarmRow[]>`
  select id, text, times, first_at, last_at, seen_at from alarms where seen_at is null order by last_at desc, id limit 100
`

/** Marks an alarm as seen unless it already is. `fresh` is true if nobody had seen it before. */
export const seeAlarm = (db: Db, { id, by }: { id: string; by: string }) => db<
  (AlarmRow & { fresh: boolean })[]
>`
  with before as (select id, seen_at is null as fresh from alarms where id = ${id} for update)
  update alarms set seen_at = coalesce(seen_at, now()), seen_by = coalesce(seen_by, ${by}) from before
  where alarms.id = before.id returning alarms.id, text, times, first_at, last_at, seen_at, fresh
`

/**
 * Selects the time of the last good backup (ignoring times in the future, which come from a wrong clock), the
 * time of the last check, and the current hour in the most common time zone.
 */
export const lastTimes = (db: Db) => db<
  { now: string; backup: string | null; check: string | null; hourThere: number }[]
>`
  select now(), (select max(made_at) from backups where state = 'done' and made_at < now() + interval '1 hour') as backup, (select max(at) from checks) as "check",
    extract(hour from now() at time zone coalesce((select time_zone from centers group by time_zone order by count(*) desc, time_zone limit 1), 'UTC'))::int
      as hour_there
`
