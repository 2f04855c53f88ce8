import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import { toGradeAt } from '#features/grading/queries.ts'
import { figures, figuresValue, toWatch } from '#features/students/figure-queries.ts'
import type { CenterFigures, HourLoad, Member, WatchedStudent, Week } from './api.ts'
import type { Marks } from './attendance-rate.ts'

type FiguresRow = { heat: HourLoad[]; trend: Week[]; notInvited: number; toGrade: number } & Pick<
  CenterFigures,
  'enrolled' | 'enrolledBefore'
> &
  Marks & { marksBefore: number; cameBefore: number }

/** SQL expression whose value may differ from row to row. */
type Sql = ReturnType<Db>

/** Returns SQL for the seats of regular students in the week starting on a given day, by weekday and hour. */
export const hours = (db: Db, center: CenterId | Sql, on: Day | Sql) => db`
  select t.day, extract(hour from t.time)::int as hour, sum(regular.count)::int as seats, sum(t.max_size)::int as "maxSize"
  from (select ${on}::date + n as at from generate_series(0, 6) n) d
  join class_terms t on t.center_id = ${center} and t.during @> d.at and t.day = extract(dow from d.at)
  cross join lateral (select count(*) from places pl
    where pl.center_id = t.center_id and pl.class_id = t.class_id and pl.type = 'regular' and pl.during @> d.at) regular
  group by t.day, hour order by t.day, hour
`

/** Returns SQL for twelve weeks of marks, for the whole center or for one class. */
export const weeks = (
  db: Db,
  center: CenterId | Sql,
  { firstWeek, classId }: { firstWeek: Day | Sql; classId?: string },
) => db`
  select ${firstWeek}::date + 7 * n as week, coalesce(marks, 0) as marks, coalesce(came, 0) as came
  from generate_series(0, 11) n
  left join (
    select (held_on - ${firstWeek}::date) / 7 as n, count(*)::int as marks, count(arrived_at)::int as came
    from attendances where center_id = ${center} and held_on >= ${firstWeek} and held_on < ${firstWeek}::date + 84
      ${classId ? db`and class_id = ${classId}` : db``} group by 1) marks using (n)
  order by n
`

/** Returns SQL for the number of marks in a range of days, and how many are for students who came. */
export const marks = (db: Db, center: CenterId | Sql, { from, to }: { from: Day | Sql; to: Day | Sql }) => db`
  select count(*)::int as marks, count(arrived_at)::int as came
  from attendances where center_id = ${center} and held_on between ${from} and ${to}
`

/** Returns SQL for the number of students with a regular place on a given day, and on an earlier one. */
export const enrolled = (
  db: Db,
  center: CenterId | Sql,
  { on, before }: { on: Day | Sql; before: Sql },
) => db`
  select (count(distinct student_id) filter (where during @> ${on}::date))::int as enrolled,
    (count(distinct student_id) filter (where during @> ${before}))::int as enrolled_before
  from places where center_id = ${center} and type = 'regular' and (upper(during) > ${before} or upper(during) is null)
    and lower(during) <= ${on}
`

/**
 * Selects all data for a center's dashboard in one row; `firstWeek` is the Sunday on which the first of the
 * twelve weeks starts. `offset 0` makes PostgreSQL look up each of the center's students, instead of reading
 * every unused account of all centers.
 */
export function centerFigures(db: Db, center: CenterId, { on, firstWeek }: { on: Day; firstWeek: Day }) {
  const ago = (days: number) => db`(${on}::date - ${days}::int)`
  return db<FiguresRow[]>`
  select coalesce((select jsonb_agg(to_jsonb(h)) from (${hours(db, center, on)}) h), '[]') as heat,
    (select jsonb_agg(to_jsonb(w)) from (${weeks(db, center, { firstWeek })}) w) as trend,
    enrolled.*, lately.*, earlier.marks as marks_before, earlier.came as came_before,
    (select count(*)::int from student_keys k
      where k.center_id = ${center} and k.status = 'active'
        and exists (select from people p where p.id = k.student_id and not p.in_use offset 0)
        and not exists (select from sign_in_links l where l.person_id = k.student_id and l.purpose = 'setup' offset 0)) as not_invited,
    ${toGradeAt(db, db`${center}`)} as to_grade
  from (${enrolled(db, center, { on, before: ago(28) })}) enrolled, (${marks(db, center, { from: ago(27), to: on })}) lately,
    (${marks(db, center, { from: ago(55), to: ago(28) })}) earlier
`
}

/** Maximum number of students to watch on a dashboard. */
const maxWatched = 6

/** Selects the most urgent active students to watch. `count` is the total number of students to watch. */
export const studentsToWatch = (db: Db, center: CenterId, on: Day) => db<
  ({ id: string; count: number } & Omit<WatchedStudent, '_id'>)[]
>`
  select k.student_id as id, k.first_name, k.last_name, ${figuresValue(db)} as figures, (count(*) over ())::int as count
  from student_keys k ${figures(db, on)}
  where k.center_id = ${center} and k.status = 'active' and ${toWatch(db)}
  order by f.in_row desc, f.overdue desc, f.score_before - f.last_score desc nulls last, k.last_name, k.first_name, k.student_id
  limit ${maxWatched}
`

type MeetingKey = { classId: string; on: Day }

/** Selects twelve weeks of a class's marks. */
export const classWeeks = (
  db: Db,
  center: CenterId,
  { classId, firstWeek }: { classId: string; firstWeek: Day },
) => db<Week[]>`select week::text, marks, came from (${weeks(db, center, { firstWeek, classId })}) w`

/**
 * Selects students with a regular place in a class on or after a given day, sorted by name, followed by its
 * waitlist in order.
 */
export const classMembers = (db: Db, center: CenterId, { classId, on }: MeetingKey) => db<
  ({ id: string } & Omit<Member, '_id'>)[]
>`
  select pl.student_id as id, k.first_name, k.last_name, pl.type, lower(pl.during) as start_date, upper(pl.during) - 1 as end_date,
    coalesce(pr.level, '') as level, ${figuresValue(db)} as figures
  from places pl
  join classes c on c.center_id = pl.center_id and c.id = pl.class_id
  join student_keys k on k.center_id = pl.center_id and k.student_id = pl.student_id
  left join programs pr on pr.center_id = pl.center_id and pr.student_id = pl.student_id and pr.name = c.subject
  ${figures(db, on)}
  where pl.center_id = ${center} and pl.class_id = ${classId} and pl.type in ('regular', 'waitlist') and pl.during && daterange(${on}::date, null)
  order by pl.type = 'waitlist', case when pl.type = 'waitlist' then (pl.created_at, pl.id) end, k.last_name, k.first_name, pl.id
`
