import type { Db } from '#server/db.ts'
import type { Day } from '#shared/days.ts'
import {
  absencesToWatch,
  creditDays,
  fallToWatch,
  figureDays,
  type ListSort,
  type StudentConditions,
} from './figures.ts'

/** Returns SQL for a paper test's first score as a share of the maximum; null if the text isn't a score. */
const typedShare = (db: Db) => db`
  case when t.score1 ~ '^[0-9]{1,3}%$' then rtrim(t.score1, '%')::numeric / 100
    when t.score1 ~ '^[0-9]+([.][0-9]+)?/0*[1-9][0-9]*$' then split_part(t.score1, '/', 1)::numeric / split_part(t.score1, '/', 2)::numeric end`

/**
 * Returns SQL that joins the student's figures `f`, as of a day, to a row `k` of `student_keys`. Reads only a
 * few rows per student, by index. Both online tests and paper tests count, each with its first score.
 */
export const figures = (db: Db, on: Day) => db`
  cross join lateral (
    select round(100.0 * count(*) filter (where arrived_at is not null) / nullif(count(*), 0))::int as attendance,
      (count(*) filter (where arrived_at is null))::int as absences,
      (count(*) filter (where arrived_at is null and (came is null or held_on > came)))::int as in_row
    from (select a.arrived_at, a.held_on, max(a.held_on) filter (where a.arrived_at is not null) over () as came
      from attendances a where a.center_id = k.center_id and a.student_id = k.student_id
        and a.held_on > ${on}::date - ${figureDays}::int and a.held_on <= ${on}) marks) marked
  cross join lateral (
    select round(100 * (array_agg(share order by at desc, id desc))[1])::int as last_score,
      round(100 * (array_agg(share order by at desc, id desc))[2])::int as score_before
    from (
      select w.submitted_at::date as at, w.id, w.score as share from work w
      where w.center_id = k.center_id and w.student_id = k.student_id and w.kind = 'test' and w.score is not null and w.state <> 'void'
      union all
      select t.held_on, t.id, ${typedShare(db)} from student_tests t
      where t.center_id = k.center_id and t.student_id = k.student_id and t.held_on <= ${on}) scores
    where share is not null) scored
  cross join lateral (
    select count(*)::int as overdue from work w
    where w.center_id = k.center_id and w.student_id = k.student_id and w.state in ('assigned', 'started') and w.due_on < ${on}) late
  cross join lateral (
    select count(*)::int as expiring from credits cr
    where cr.center_id = k.center_id and cr.student_id = k.student_id and cr.void_at is null and cr.place_id is null
      and cr.expires_on between ${on}::date and ${on}::date + ${creditDays}::int) lapsing
  cross join lateral (select marked.*, scored.*, late.*, lapsing.*) f
`

/** Returns SQL for the figures `f` as one JSON value. */
export const figuresValue = (db: Db) => db`
  jsonb_build_object('attendance', f.attendance, 'absences', f.absences, 'inRow', f.in_row, 'lastScore', f.last_score,
    'scoreBefore', f.score_before, 'overdue', f.overdue, 'expiring', f.expiring)`

/** Returns the SQL condition that a student with the figures `f` should be watched. */
export const toWatch = (db: Db) => db`
  (f.in_row >= ${absencesToWatch} or f.score_before - f.last_score >= ${fallToWatch} or f.overdue > 0 or f.expiring > 0)`

const hasFigures = ({ watch, attendanceBelow, absences, scoreBelow, overdue }: StudentConditions) =>
  [watch, attendanceBelow, absences, scoreBelow, overdue].some(Boolean)

/**
 * Returns SQL for rows `k` of `student_keys`, with their figures `f` if a condition or the order needs them.
 */
export const narrowed = (
  db: Db,
  { on, sort = 'name', ...conditions }: StudentConditions & { on: Day; sort?: ListSort },
) => (sort !== 'name' || hasFigures(conditions) ? db`student_keys k ${figures(db, on)}` : db`student_keys k`)

/** Returns the SQL conditions on `narrowed` rows, each preceded by `and`. */
export const narrowing = (db: Db, { on, ...conditions }: StudentConditions & { on: Day }) => {
  const { watch, attendanceBelow, absences, scoreBelow, overdue, classId, teacherId, level } = conditions
  const placed = db`pl.center_id = k.center_id and pl.student_id = k.student_id and pl.type <> 'waitlist' and pl.during @> ${on}::date`
  return db.join([
    watch ? db` and ${toWatch(db)}` : db``,
    attendanceBelow ? db` and f.attendance < ${attendanceBelow}` : db``,
    absences ? db` and f.absences >= ${absences}` : db``,
    scoreBelow ? db` and f.last_score < ${scoreBelow}` : db``,
    overdue ? db` and f.overdue > 0` : db``,
    classId ? db` and exists (select from places pl where ${placed} and pl.class_id = ${classId})` : db``,
    teacherId
      ? db` and exists (select from places pl join class_terms t on t.center_id = pl.center_id and t.class_id = pl.class_id
          and t.during @> ${on}::date and t.teacher_id = ${teacherId} where ${placed})`
      : db``,
    level
      ? db` and exists (select from programs pr where pr.center_id = k.center_id and pr.student_id = k.student_id and pr.level = ${level})`
      : db``,
  ])
}

/**
 * Returns SQL for a sort key. Sorting rows with figures `f` by this key puts them in ascending or (`down`)
 * descending order of a figure, with unknown figures last.
 */
export const sortKey = (db: Db, { sort, down }: { sort: ListSort; down: boolean }) => {
  const last = 1_000_000
  const figure = {
    attendance: db`f.attendance`,
    absences: db`f.absences`,
    lastScore: db`f.last_score`,
    overdue: db`f.overdue`,
  }
  if (sort === 'name') return db`0`
  return db`coalesce(${down ? -1 : 1}::int * ${figure[sort]}, ${last})`
}
