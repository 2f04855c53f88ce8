import type { Subject } from '#features/centers/rules.ts'
import { isTaken, meeting, seatsUsed } from '../places/queries.ts'
import type { TeacherColumns } from '../queries.ts'
import type { PlaceType } from '#features/students/rules.ts'
import { columnList, rowOf } from '#server/columns.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { Guest } from '../api.ts'
import { classColumns, type Facts, type OwnValues, termColumns } from './fields.ts'
import type { Term } from './terms.ts'

type RecurringColumns = TeacherColumns & Facts

export type ClassRow = OwnValues &
  RecurringColumns & {
    id: string
    version: number
    startDate: Day
    endDate: Day | null
    next: (RecurringColumns & { startDate: Day }) | null
    stuCount: number
    schedCount: number
    waitlist: number
  }

type ClassQuery = {
  on: Day
  classId?: string | null
  /**
   * Classes to return: those whose dates include the day (`meeting`), those and future ones (`coming`), or
   * all, even ended ones (`all`).
   */
  which: 'meeting' | 'coming' | 'all'
}

/** Returns a class's name and subject, with the time zone of its center. */
export const classInZone = (db: Db, center: CenterId, classId: string) => db<
  { name: string; subject: Subject; timeZone: string }[]
>`
  select k.name, k.subject, c.time_zone from classes k join centers c on c.id = k.center_id
  where k.center_id = ${center} and k.id = ${classId}
`

/**
 * Returns a center's classes, or one of them, as they are on a day: with the term of that day, otherwise the
 * next one, otherwise the last one. `schedCount` is 0 if there is no meeting within eleven weeks.
 */
export const classRows = (db: Db, center: CenterId, { on, classId = null, which }: ClassQuery) => db<
  ClassRow[]
>`
  select c.id, ${columnList(db, 'c', classColumns)}, c.version, span.start_date, span.end_date,
    ${columnList(db, 'now', termColumns)}, teacher.first_name as teacher_first_name, teacher.last_name as teacher_last_name, duty.type as teacher_type,
    duty.notes as teacher_notes, to_json(later) as next, coalesce(soon.seats, 0) as sched_count, held.regulars as stu_count, held.waitlist
  from classes c
  cross join lateral (
    select min(lower(t.during)) as start_date, case when bool_or(upper_inf(t.during)) then null else max(upper(t.during)) - 1 end as end_date
    from class_terms t where t.center_id = c.center_id and t.class_id = c.id
  ) span
  cross join lateral (
    select t.* from class_terms t where t.center_id = c.center_id and t.class_id = c.id
    order by t.during @> ${on}::date desc, lower(t.during) > ${on} desc, abs(lower(t.during) - ${on}::date) limit 1
  ) now
  left join people teacher on teacher.id = now.teacher_id
  left join staff duty on duty.center_id = c.center_id and duty.person_id = now.teacher_id and duty.duty = 'teacher'
  left join lateral (
    select lower(t.during) as "startDate", t.day, to_char(t.time, 'HH24:MI') as time, t.minutes, t.max_size as "maxSize", t.teacher_id as "teacherId",
      p.first_name as "teacherFirstName", p.last_name as "teacherLastName", s.type as "teacherType",
      s.notes as "teacherNotes"
    from class_terms t
    left join people p on p.id = t.teacher_id
    left join staff s on s.center_id = t.center_id and s.person_id = t.teacher_id and s.duty = 'teacher'
    where t.center_id = c.center_id and t.class_id = c.id and lower(t.during) > greatest(lower(now.during), ${on}::date)
    order by lower(t.during) limit 1
  ) later on true
  left join lateral (
    select ${seatsUsed(db)} as seats
    from class_terms t
    cross join lateral (select greatest(${on}::date, lower(t.during)) as first) begin
    cross join lateral (
      select begin.first + (t.day - extract(dow from begin.first)::int + 7) % 7 + 7 * n as at from generate_series(0, 10) n
    ) d
    where t.center_id = c.center_id and t.class_id = c.id and t.during @> d.at and ${meeting(db)}
    order by d.at limit 1
  ) soon on true
  cross join lateral (
    select count(*) filter (where pl.type = 'regular')::int as regulars, count(*) filter (where pl.type = 'waitlist')::int as waitlist
    from places pl where pl.center_id = c.center_id and pl.class_id = c.id and pl.during @> ${on}::date
  ) held
  where c.center_id = ${center} and (${classId}::uuid is null or c.id = ${classId})
    and (${which === 'all'} or (${which === 'meeting'} and now.during @> ${on}::date)
      or (${which === 'coming'} and (span.end_date is null or span.end_date >= ${on})))
  order by now.day, now.time, c.name, c.id
`

/**
 * Returns the make-ups and trials on or after a day, in one class or the whole center, sorted by day and
 * name.
 */
export const guestRows = (
  db: Db,
  center: CenterId,
  { classId = null, from }: { classId?: string | null; from: Day },
) => db<(Guest & { classId: string })[]>`
  select pl.class_id, lower(pl.during) as date, pl.type, pl.student_id, p.first_name, p.last_name
  from places pl join people p on p.id = pl.student_id
  where pl.center_id = ${center} and pl.type in ('make-up', 'trial') and lower(pl.during) >= ${from}
    and (${classId}::uuid is null or pl.class_id = ${classId})
  order by lower(pl.during), p.last_name, p.first_name, pl.id
`

/** Returns all terms of a class, in order. */
export const termRows = (db: Db, center: CenterId, classId: string) => db<Term[]>`
  select ${columnList(db, 'class_terms', termColumns)}, lower(during) as starts_on, upper(during) - 1 as ends_on
  from class_terms where center_id = ${center} and class_id = ${classId} order by lower(during)
`

export const dropTerms = (db: Db, center: CenterId, classId: string) => db`
  delete from class_terms where center_id = ${center} and class_id = ${classId}
`

type OwnClassValues = OwnValues & { id: string }

/** Returns the fields of a class that are the same on every day. */
export const ownOf = (db: Db, center: CenterId, id: string) => db<OwnClassValues[]>`
  select id, ${columnList(db, 'classes', classColumns)} from classes where center_id = ${center} and id = ${id}
`

export const changeClass = (db: Db, center: CenterId, own: OwnClassValues) => db`
  update classes set ${db(rowOf(classColumns, own))}, version = version + 1 where center_id = ${center} and id = ${own.id}
`

/** Returns a row if the person teaches at the center now. */
export const teaches = (db: Db, center: CenterId, personId: string) => db`
  select 1 from staff where center_id = ${center} and person_id = ${personId} and duty = 'teacher' and active
`

/**
 * Returns the other classes that the teacher has at the same time as this one, each with the first such day
 * on or after `from`.
 */
export const clashRows = (db: Db, center: CenterId, { classId, from }: { classId: string; from: Day }) => db<
  { classId: string; name: string; day: number; time: string; on: Day }[]
>`
  select distinct on (c.id) c.id as class_id, c.name, other.day, other.time, d.at as "on"
  from class_terms t
  join class_terms other on other.center_id = t.center_id and other.teacher_id = t.teacher_id and other.class_id <> t.class_id and other.day = t.day
    and (other.time, other.time + make_interval(mins => other.minutes)) overlaps (t.time, t.time + make_interval(mins => t.minutes))
  join classes c on c.center_id = other.center_id and c.id = other.class_id
  cross join lateral (select t.during * other.during * daterange(${from}::date, null) as days) common
  cross join lateral (select (lower(days) + (t.day - extract(dow from lower(days))::int + 7) % 7) as at) d
  where t.center_id = ${center} and t.class_id = ${classId} and common.days @> d.at
  order by c.id, d.at
`

/**
 * Returns the places in a class that include days on or after `from`, except waitlist places: the student,
 * the first of those days, and the last day. A student can have several.
 */
export const memberRows = (db: Db, center: CenterId, { classId, from }: { classId: string; from: Day }) => db<
  { studentId: string; startsOn: Day; endsOn: Day | null }[]
>`
  select student_id, greatest(lower(during), ${from}::date) as starts_on, upper(during) - 1 as ends_on
  from places
  where center_id = ${center} and class_id = ${classId} and type <> 'waitlist' and during && daterange(${from}::date, null)
  order by student_id
`

/**
 * Returns the places in a class whose last day, if any, is `from` or later. These places end or are removed
 * if the class ends before `from`.
 */
export const placesFrom = (db: Db, center: CenterId, { classId, from }: { classId: string; from: Day }) => db<
  { id: string; studentId: string; type: PlaceType; startDate: Day; endDate: Day | null }[]
>`
  select id, student_id, type, lower(during) as start_date, upper(during) - 1 as end_date from places
  where center_id = ${center} and class_id = ${classId} and during && daterange(${from}::date, null) order by id
`

/** Returns a row if attendance was taken in a class on a day. Absences reported in advance don't count. */
export const marksOn = (db: Db, center: CenterId, { classId, on }: { classId: string; on: Day }) => db`
  select 1 from attendances a where center_id = ${center} and class_id = ${classId} and held_on = ${on} and ${isTaken(db)} limit 1
`

/**
 * Ends the places in a class and their breaks on the day before `from`, and deletes those that start on
 * `from` or later.
 */
export const endPlaces = (db: Db, center: CenterId, { classId, from }: { classId: string; from: Day }) => db`
  with mine as (select id from places where center_id = ${center} and class_id = ${classId} and during && daterange(${from}::date, null)),
  no_breaks as (delete from breaks where center_id = ${center} and place_id in (select id from mine) and lower(during) >= ${from}),
  cut_breaks as (
    update breaks set during = daterange(lower(during), ${from}::date)
    where center_id = ${center} and place_id in (select id from mine) and lower(during) < ${from} and during && daterange(${from}::date, null)
  ),
  no_places as (delete from places where center_id = ${center} and id in (select id from mine) and lower(during) >= ${from})
  update places set during = daterange(lower(during), ${from}::date), version = version + 1
  where center_id = ${center} and id in (select id from mine) and lower(during) < ${from}
`

/** Returns a row if a class has any place (even a past or future one), attendance or credit. */
export const everUsed = (db: Db, center: CenterId, classId: string) => db`
  select 1 from places where center_id = ${center} and class_id = ${classId}
  union all select 1 from attendances where center_id = ${center} and class_id = ${classId}
  union all select 1 from credits where center_id = ${center} and class_id = ${classId}
  limit 1
`

/** Deletes a class that nobody was ever in, with its terms, assistants and changes to single days. */
export const dropClass = (db: Db, center: CenterId, classId: string) => db`
  with no_terms as (delete from class_terms where center_id = ${center} and class_id = ${classId}),
  no_days as (delete from class_days where center_id = ${center} and class_id = ${classId}),
  nobody_assists as (delete from day_assistants where center_id = ${center} and class_id = ${classId})
  delete from classes where center_id = ${center} and id = ${classId}
`
