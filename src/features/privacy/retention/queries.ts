import type { Db } from '#server/db.ts'
import { setStatementTimeout } from '#server/transaction.ts'
import type { Day } from '#shared/days.ts'
import type { DueKind } from './due-words.ts'

export type Months = { formerMonths: number; prospectMonths: number; version: number }

export const monthsKept = (db: Db, { lock = false } = {}) => db<Months[]>`
  select former_months, prospect_months, version from retention ${lock ? db`for no key update` : db``}
`

export const changeMonths = (db: Db, { formerMonths, prospectMonths }: Omit<Months, 'version'>) => db`
  update retention set former_months = ${formerMonths}, prospect_months = ${prospectMonths}, version = version + 1
`

export type DueRow = { id: string; centerId: string; name: string; kind: DueKind; on: Day }

/**
 * Selects students and prospects due within `days` days, soonest first. A prospect is due `prospectMonths`
 * after their last step, past or planned. A former student is due `formerMonths` after their last class, but
 * no earlier than `formerMonths` after being marked as inactive. Anyone who is active at a center, or has a
 * place there without an end, is not due. Someone at several centers is due once they are due at each. With
 * `among`, selects only from the people with these ids.
 */
export const dueRows = (
  db: Db,
  { days, most, among = null }: { days: number; most: number; among?: readonly string[] | null },
) => db<DueRow[]>`
  with last as (
    select s.id, s.center_id, s.status, greatest(s.created_at::date,
      (select max(held_on) from attendances a where a.center_id = s.center_id and a.student_id = s.id),
      (select max(coalesce(upper(p.during), 'infinity') - case when upper(p.during) is null then 0 else 1 end) from places p
        where p.center_id = s.center_id and p.student_id = s.id),
      case when s.status <> 'active' then s.status_at::date end,
      (select greatest(began_at::date, stage_at::date, next_on) from prospects r where s.status = 'prospect' and r.center_id = s.center_id and r.student_id = s.id),
      (select max(held_on) from student_tests t where s.status = 'prospect' and t.center_id = s.center_id and t.student_id = s.id)) as day
    from students s where not exists (select from erasures e where e.person_id = s.id) ${among ? db`and s.id = any(${[...among]}::uuid[])` : db``}
  ), due as (
    select l.id, max(case when l.status = 'active' or l.day = 'infinity' then 'infinity'::date
      else (l.day + make_interval(months => case l.status when 'prospect' then r.prospect_months else r.former_months end))::date end) as day,
      bool_or(l.status = 'inactive') as former, min(l.center_id) as center_id
    from last l cross join retention r group by l.id
  )
  select d.id, d.center_id, trim(p.first_name || ' ' || p.last_name) as name, case when d.former then 'former' else 'prospect' end as kind,
    greatest(d.day, current_date) as "on"
  from due d join people p on p.id = d.id
  where d.day <= current_date + ${days}::int order by d.day, d.id limit ${most}
`

/** Selects the date on which this time of day (UTC) comes next. */
export const nextNight = (db: Db, { hour, minute }: { hour: number; minute: number }) => db<{ day: Day }[]>`
  select case when (now() at time zone 'UTC')::time < make_time(${hour}, ${minute}, 0) then current_date else current_date + 1 end as day
`

/**
 * Selects parents whose account is older than `formerMonths` and whose links to children all ended at least
 * that long ago. `centerId` is a center of one of these links, or null if there is none. With `among`,
 * selects only from the people with these ids.
 */
export const parentsLeft = (
  db: Db,
  { most, among = null }: { most: number; among?: readonly string[] | null },
) => db<{ id: string; centerId: string | null }[]>`
  select p.id, (select min(center_id) from parent_links where parent_id = p.id) as center_id from people p cross join retention r
  where p."group" = 'parents' and not exists (select from erasures e where e.person_id = p.id)
    ${among ? db`and p.id = any(${[...among]}::uuid[])` : db``}
    and p.created_at < now() - make_interval(months => r.former_months)
    and not exists (select from parent_links l where l.parent_id = p.id
      and (l.ended_at is null or l.ended_at > now() - make_interval(months => r.former_months)))
  order by p.id limit ${most}
`

/**
 * Deletes records older than 24 months: audit rows, changes to marks, versions of pinned notes, access logs,
 * and mailings whose emails have been deleted.
 */
export async function forgetOld(db: Db) {
  await setStatementTimeout(db, 120)
  await db`select set_config('privacy.erasing', 'on', true)`
  await db`delete from audit where at < now() - interval '24 months'`
  await db`select set_config('privacy.erasing', 'off', true)`
  await db`delete from attendance_changes where at < now() - interval '24 months'`
  await db`delete from profile_notes where created_at < now() - interval '24 months'`
  await db`delete from access_log where held_on < current_date - interval '24 months'`
  await db`
    delete from mailings g where created_at < now() - interval '24 months' and not exists (
      select from mail m where m.mailing_center = g.center_id and m.mailing_id = g.id)
  `
}
