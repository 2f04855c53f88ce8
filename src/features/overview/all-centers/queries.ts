import { moneyDue } from '#features/billing/queries.ts'
import { toGradeAt } from '#features/grading/queries.ts'
import { unmarkedMeetings } from '#features/oddities/class-queries.ts'
import { requestRows } from '#features/schedule/makeup-requests/queries.ts'
import { meeting } from '#features/schedule/places/queries.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import { enrolled, hours, marks, weeks } from '../queries.ts'
import type { CenterLine, Money } from './api.ts'

/** Part of a list of centers: at most `most` of those after `after`. Null means no limit. */
type Part = { after: string | null; most: number | null }

/** Selects the given centers, except archived ones, sorted by name. */
export const activeCenters = (
  db: Db,
  ids: readonly CenterId[],
  { after, most }: Part = { after: null, most: null },
) => db<{ id: CenterId; timeZone: string }[]>`
  select id, time_zone from centers where id = any(${[...ids]}) and archived_at is null and (${after}::text is null or id > ${after})
  order by id limit ${most}::int
`

/**
 * A center with its current date and time, the last day to count, and the first Sunday of the weeks to count.
 */
export type CenterDays = { id: CenterId; today: Day; now: string; last: Day; firstWeek: Day }

/**
 * Returns SQL for two counts. Enrollments are regular places that start from `from` to `a.last`, if the
 * student had no regular place the day before. Departures are regular places that end, if the student then
 * has no other; they count on the first day without the place. A move to another class without a gap counts
 * as neither.
 */
const changes = (db: Db, from: Day) => db`
  select
    (select count(distinct (pl.student_id, lower(pl.during)))::int from places pl
      where pl.center_id = a.center_id and pl.type = 'regular' and lower(pl.during) between ${from} and a.last and not exists (
        select from places o where o.center_id = pl.center_id and o.student_id = pl.student_id and o.type = 'regular'
          and o.during @> lower(pl.during) - 1)) as enrollments,
    (select count(distinct (pl.student_id, upper(pl.during)))::int from places pl
      where pl.center_id = a.center_id and pl.type = 'regular' and upper(pl.during) between ${from} and a.last and not exists (
        select from places o where o.center_id = pl.center_id and o.student_id = pl.student_id and o.type = 'regular'
          and o.during @> upper(pl.during))) as departures
`

/** Returns SQL for the centers as rows `a`. */
const rowsOf = (db: Db, centers: readonly CenterDays[]) => db`
  unnest(${centers.map(({ id }) => id)}::text[], ${centers.map(({ today }) => today)}::date[],
    ${centers.map(({ now }) => now)}::time[], ${centers.map(({ last }) => last)}::date[],
    ${centers.map(({ firstWeek }) => firstWeek)}::date[]) a(center_id, today, now, last, first_week)
`

/**
 * Counts the missing marks at centers from a given day to `last`, and the meetings that lack them. Both are
 * defined as for oddities. Returns no row for a center without any.
 */
export const missingAt = (db: Db, centers: readonly CenterDays[], from: Day) => db<
  ({ id: CenterId } & Pick<CenterLine, 'missingMarks' | 'missingClasses'>)[]
>`
  with meetings as materialized (
    select t.center_id, t.class_id, d.at
    from ${rowsOf(db, centers)}
    cross join lateral unnest(array(select ${from}::date + n from generate_series(0, a.last - ${from}::date) n)) d(at)
    join class_terms t on t.center_id = a.center_id and t.during @> d.at and ${meeting(db)}
    where d.at < a.today or t.time + make_interval(mins => t.minutes) <= a.now),
  ${unmarkedMeetings(db, db`true`)}
  select center_id as id, sum(missing)::int as missing_marks, count(*)::int as missing_classes from unmarked group by center_id
`

/**
 * Selects all figures of centers except missing marks, from a given day to `last`. Figures that are also on
 * the dashboard are defined as they are there. All are looked up by day, so a long history doesn't slow them
 * down.
 */
export const figuresAt = (db: Db, centers: readonly CenterDays[], from: Day) => db<
  ({ id: CenterId } & Omit<CenterLine, '_id' | 'missingMarks' | 'missingClasses'>)[]
>`
  select a.center_id as id, enrolled.*, changes.*, coalesce(week.seats, 0) as seats, coalesce(week.max_size, 0) as max_size, marks.*,
    (select jsonb_agg(to_jsonb(w)) from (${weeks(db, db`a.center_id`, { firstWeek: db`a.first_week` })}) w) as weeks,
    (select count(distinct student_id)::int from places
      where center_id = a.center_id and type = 'waitlist' and during @> a.last) as waitlist,
    ${toGradeAt(db, db`a.center_id`)} as to_grade
  from ${rowsOf(db, centers)}
  cross join lateral (${enrolled(db, db`a.center_id`, { on: db`a.last`, before: db`(${from}::date - 1)` })}) enrolled
  cross join lateral (${changes(db, from)}) changes
  cross join lateral (${marks(db, db`a.center_id`, { from, to: db`a.last` })}) marks
  cross join lateral (
    select sum(seats)::int as seats, sum("maxSize")::int as max_size from (${hours(db, db`a.center_id`, db`a.last`)}) h) week
  order by a.center_id
`

/** A center with its current day. */
type CenterToday = Pick<CenterDays, 'id' | 'today'>

/** Returns SQL for the centers with their current days as rows `a`. */
const todaysOf = (db: Db, centers: readonly CenterToday[]) => db`
  unnest(${centers.map(({ id }) => id)}::text[], ${centers.map(({ today }) => today)}::date[]) a(center_id, today)
`

/** Counts the make-ups at centers that parents have requested and nobody has confirmed yet. */
export const makeUpRequestsAt = (db: Db, centers: readonly CenterToday[]) => db<
  { id: CenterId; makeUpRequests: number }[]
>`
  select a.center_id as id, (select count(*)::int from (${requestRows(db, db`a.center_id`, db`a.today`)}) request) as make_up_requests
  from ${todaysOf(db, centers)}
`

/** Selects the money due at centers. */
export const moneyAt = (db: Db, centers: readonly CenterToday[]) => db<({ id: CenterId } & Money)[]>`
  select a.center_id as id, money.* from ${todaysOf(db, centers)}
  cross join lateral (${moneyDue(db, db`a.center_id`, db`a.today`)}) money
`
