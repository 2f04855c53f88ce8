import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Statement } from '#server/sql.ts'
import { meeting } from '#features/schedule/places/queries.ts'
import { classWords } from '#features/history/queries.ts'
import type { Day } from '#shared/days.ts'

type Sql = ReturnType<Db>

/** A center, or SQL for the center of the current row in `atCenters`. */
export type CenterSql = CenterId | Sql

/**
 * Runs a query about one center for several centers in one statement. Adds the center to each row. `offset 0`
 * makes PostgreSQL plan the query as for one center, and run it once for each.
 */
export const atCenters = <R extends object>(
  db: Db,
  centers: readonly CenterId[],
  query: (center: Sql) => Statement<R[]>,
) => db<(R & { centerId: CenterId })[]>`
  select listed_center.id as center_id, found.* from unnest(${[...centers]}::text[]) listed_center(id)
  cross join lateral (select * from (${query(db`listed_center.id`)}) at_center offset 0) found
`

/** Days to search, and the center's current date and time. */
export type Span = { from: Day; to: Day; today: Day; now: string }

/** Returns the part of a span from today on, because past days can't be rescheduled. */
export const ahead = ({ from, to, today }: Span) => ({ from: from > today ? from : today, to })

/**
 * Returns an SQL range for a span. If the span ends before it starts, the range contains only the first day.
 */
export const rangeOf = (db: Db, { from, to }: { from: Day; to: Day }) =>
  db`daterange(${from}::date, ${to < from ? from : to}::date, '[]')`

/**
 * Returns SQL for `meetings`: every meeting of a center's classes in a span, with its time and usual teacher.
 * Includes only meetings in terms `t` that satisfy `only`. The days are passed as an array, so that
 * PostgreSQL reuses one plan for all spans.
 */
export const meetings = (
  db: Db,
  center: CenterSql,
  { from, to }: { from: Day; to: Day },
  only = db`true`,
) => db`
  meetings as materialized (
    select t.center_id, t.class_id, d.at, t.time, t.time + make_interval(mins => t.minutes) as ends, t.max_size, lower(t.during) as since,
      t.teacher_id
    from unnest(array(select ${from}::date + n from generate_series(0, ${to}::date - ${from}::date) n)) d(at)
    join class_terms t on t.center_id = ${center} and t.during @> d.at and ${only} and ${meeting(db)})
`

/** Selects the names of a center's classes, made unique as of a day. */
export const classNames = (db: Db, center: CenterId, on: Day) => db<{ id: string; name: string }[]>`
  select c.id, ${classWords(db, { on: db`${on}::date` })} as name from classes c where c.center_id = ${center}
`

/** Returns the SQL condition that the student with the place `pl` is on a break on a day. */
export const onBreak = (db: Db, day: ReturnType<Db>) => db`
  exists (select from breaks b where b.center_id = pl.center_id and b.place_id = pl.id and b.during @> ${day} and pl.type = 'regular')
`

/** Returns SQL for the full name of a person, whose row has the alias `person`. */
export const nameOf = (db: Db, person: ReturnType<Db>) =>
  db`trim(${person}.first_name || ' ' || ${person}.last_name)`

/**
 * Selects pairs of classes that overlap for one person, each with the first day on which they do. `busy` is a
 * query for the people in the upcoming `meetings`, with the columns at, class_id, time, ends, since and
 * person_id. A window function finds the days on which a person's meetings overlap, so that only these are
 * joined with each other. Joining all of them would take a hundred times as long.
 */
export const clashesOf = (
  db: Db,
  center: CenterSql,
  { busy, span }: { busy: ReturnType<typeof meetings>; span: Span },
) => db`
  with ${meetings(db, center, ahead(span))},
  busy as (${busy}),
  double as materialized (
    select distinct person_id, at from (
      select person_id, at, time < max(ends) over (
        partition by person_id, at order by time, class_id rows between unbounded preceding and 1 preceding) as is_double
      from busy) ordered
    where is_double)
  select distinct on (x.person_id, x.class_id, o.id) x.person_id, ${nameOf(db, db`p`)} as person_name, x.class_id, c.name as class_name,
    o.id as other_id, o.name as other_name, x.at as date, x.time, least(greatest(x.since, earlier.since), ${span.today}::date) as since
  from double
  join busy x on x.person_id = double.person_id and x.at = double.at
  join busy earlier on earlier.person_id = x.person_id and earlier.at = x.at
    and (earlier.time, earlier.class_id) < (x.time, x.class_id) and x.time < earlier.ends
  join people p on p.id = x.person_id
  join classes c on c.center_id = ${center} and c.id = x.class_id
  join classes o on o.center_id = ${center} and o.id = earlier.class_id
  order by x.person_id, x.class_id, o.id, x.at
`

export type Snooze = { key: string; until: Day; reason: string; version: number }

export const snoozesOf = (db: Db, center: CenterSql, on: Day) => db<Snooze[]>`
  select key, until, reason, version from oddity_snoozes where center_id = ${center} and until > ${on}
`

/** Locks snoozing at a center, so that nobody overwrites a concurrent change. */
export const lockSnoozes = (db: Db, center: CenterId) =>
  db`select pg_advisory_xact_lock(hashtextextended('snoozes ' || ${center}, 0))`

export const putSnooze = (
  db: Db,
  center: CenterId,
  { key, until, reason, by }: Omit<Snooze, 'version'> & { by: string },
) => db<{ version: number }[]>`
  insert into oddity_snoozes (center_id, key, until, reason, by) values (${center}, ${key}, ${until}, ${reason}, ${by})
  on conflict (center_id, key) do update set until = excluded.until, reason = excluded.reason, by = excluded.by, created_at = now(),
    version = oddity_snoozes.version + 1
  returning version
`

export const dropSnooze = (db: Db, center: CenterId, key: string) => db<Snooze[]>`
  delete from oddity_snoozes where center_id = ${center} and key = ${key} returning key, until, reason
`
