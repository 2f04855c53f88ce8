import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { meeting } from '#features/schedule/places/queries.ts'
import type { Day } from '#shared/days.ts'

/** The days that are looked at, and the centre's own day and time of day. */
export type Span = { from: Day; to: Day; today: Day; now: string }

/** A span from today on: what is past can't be planned any better. */
export const ahead = ({ from, to, today }: Span) => ({ from: from > today ? from : today, to })

/**
 * `meetings`: every class of a centre on every day of a span on which it meets, with its time and who teaches then. By weekday, so that only
 * the days of the span are looked at, whatever there has been.
 */
export const meetings = (db: Db, center: CenterId, { from, to }: { from: Day; to: Day }) => db`
  meetings as materialized (
    select t.center_id, t.class_id, d.at, t.time, t.time + make_interval(mins => t.minutes) as ends, t.max_size, lower(t.during) as since,
      coalesce(cd.substitute_id, t.teacher_id) as teacher_id
    from class_terms t
    cross join lateral (
      select ${from}::date + (t.day - extract(dow from ${from}::date)::int + 7) % 7 + 7 * n as at
      from generate_series(0, (${to}::date - ${from}::date) / 7) n) d
    left join class_days cd on cd.center_id = t.center_id and cd.class_id = t.class_id and cd.held_on = d.at
    where t.center_id = ${center} and t.during @> d.at and d.at <= ${to}::date and ${meeting(db)})
`

/** The place `pl` is on a break on a day. */
export const onBreak = (db: Db, day: ReturnType<Db>) => db`
  exists (select from breaks b where b.center_id = pl.center_id and b.place_id = pl.id and b.during @> ${day} and pl.type = 'regular')
`

/** The name of the person `p`. */
export const nameOf = (db: Db, person: ReturnType<Db>) => db`trim(${person}.first_name || ' ' || ${person}.last_name)`

export type Snooze = { key: string; until: Day; reason: string }

export const snoozesOf = (db: Db, center: CenterId, on: Day) => db<Snooze[]>`
  select key, until, reason from oddity_snoozes where center_id = ${center} and until > ${on}
`

/** Lets an oddity wait, or changes until when and why. */
export const putSnooze = (db: Db, center: CenterId, { key, until, reason, by }: Snooze & { by: string }) => db<{ isNew: boolean }[]>`
  insert into oddity_snoozes (center_id, key, until, reason, by) values (${center}, ${key}, ${until}, ${reason}, ${by})
  on conflict (center_id, key) do update set until = excluded.until, reason = excluded.reason, by = excluded.by, created_at = now()
  returning xmax = 0 as is_new
`

export const dropSnooze = (db: Db, center: CenterId, key: string) => db<Snooze[]>`
  delete from oddity_snoozes where center_id = ${center} and key = ${key} returning key, until, reason
`
