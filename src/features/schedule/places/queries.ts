import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { PlaceType } from '../rules.ts'

export type LockedClass = { id: string; name: string; subject: string; type: string; version: number }

/**
 * Locks classes of the centre in the order of their ids: first of all locks, before `lockStudents`. Seats are counted after it, in a statement
 * of its own, so that the count knows what was written meanwhile.
 */
export const lockClass = (db: Db, center: CenterId, classIds: readonly string[]) => db<LockedClass[]>`
  select id, name, subject, type, version from classes
  where center_id = ${center} and id = any(${[...classIds]}::uuid[]) order by id for no key update
`

export type LockedStudent = { id: string; firstName: string; status: 'active' | 'prospect' | 'inactive' }

/** Locks students of the centre in the order of their ids, after the classes. */
export const lockStudents = (db: Db, center: CenterId, ids: readonly string[]) => db<LockedStudent[]>`
  select s.id, p.first_name, s.status from students s join people p on p.id = s.id
  where s.center_id = ${center} and s.id = any(${[...ids]}::uuid[]) order by s.id for no key update of s
`

/** The class, day and weekday of `at` fit: the centre is open and the class isn't cancelled. `t` is the term. */
export const meeting = (db: Db) => db`
  t.day = extract(dow from d.at)
  and not exists (select from closures c where c.center_id = t.center_id and c.held_on = d.at)
  and not exists (select from class_days cd
    where cd.center_id = t.center_id and cd.class_id = t.class_id and cd.held_on = d.at and cd.cancelled_at is not null)
`

/** How many sit in the class of the term `t` on the day `d.at`: without the waitlist, breaks and absences noticed ahead (product §3). */
export const seated = (db: Db) => db`
  (select count(*)::int from places pl
    where pl.center_id = t.center_id and pl.class_id = t.class_id and pl.type <> 'waitlist' and pl.during @> d.at
      and not exists (select from breaks b
        where b.center_id = pl.center_id and b.place_id = pl.id and b.during @> d.at and pl.type = 'regular')
      and not exists (select from attendances a
        where a.center_id = pl.center_id and a.class_id = pl.class_id and a.held_on = d.at and a.student_id = pl.student_id
          and a.mark = 'absent' and a.noticed_at is not null))
`

/** A day on which a class is full: how many it counts then, and how many it takes. */
export type Full = { on: Day; seats: number; maxSize: number }

type Newcomer = {
  classId: string
  from: Day
  /** The last day, or null for good. */
  to: Day | null
  /** `returning` comes back from a break; `nobody` asks whether those who are there fit. */
  type: 'regular' | 'make-up' | 'trial' | 'returning' | 'nobody'
}

/**
 * The first day of a range on which one more doesn't fit, or nothing. For a regular: the days on which regulars or the size change, by the
 * number of regulars, which ignores breaks and notices, and the days of guests by the seats of the day. For a guest the seats of that day.
 */
export const firstFull = (db: Db, center: CenterId, { classId, from, to, type }: Newcomer) => db<Full[]>`
  with asked as (select daterange(${from}::date, ${to}::date, '[]') as during),
  changes as (
    select ${from}::date as at
    union select lower(pl.during) from places pl, asked
      where pl.center_id = ${center} and pl.class_id = ${classId} and pl.type = 'regular' and asked.during @> lower(pl.during)
    union select lower(t.during) from class_terms t, asked
      where t.center_id = ${center} and t.class_id = ${classId} and asked.during @> lower(t.during)
  ),
  recurring as (
    select d.at, t.max_size, (select count(*)::int from places pl
      where pl.center_id = t.center_id and pl.class_id = t.class_id and pl.type = 'regular' and pl.during @> d.at) as seats
    from changes d join class_terms t on t.center_id = ${center} and t.class_id = ${classId} and t.during @> d.at
    where ${type === 'regular' || type === 'nobody'}
  ),
  days as (
    select lower(pl.during) as at from places pl, asked
      where pl.center_id = ${center} and pl.class_id = ${classId} and pl.type in ('make-up', 'trial') and asked.during @> lower(pl.during)
    union select ${from}::date where ${type === 'make-up' || type === 'trial'}
  ),
  daily as (
    select d.at, t.max_size, ${seated(db)} as seats
    from days d join class_terms t on t.center_id = ${center} and t.class_id = ${classId} and t.during @> d.at
    where ${meeting(db)}
  )
  select at as "on", seats, max_size from (select * from recurring union all select * from daily) counted
  where seats + ${type === 'nobody' ? 0 : 1} > max_size order by at limit 1
`

/** The first day from `from` on at which a class meets, with its time then, or nothing within a year. */
export const nextMeeting = (db: Db, center: CenterId, { classId, from }: { classId: string; from: Day }) => db<
  { on: Day; time: string; minutes: number; maxSize: number; seats: number }[]
>`
  select d.at as "on", t.time, t.minutes, t.max_size, ${seated(db)} as seats
  from (select (${from}::date + n) as at from generate_series(0, 366) n) d
  join class_terms t on t.center_id = ${center} and t.class_id = ${classId} and t.during @> d.at
  where ${meeting(db)} order by d.at limit 1
`

/** Whether a class meets on a day: the day itself with its seats, or nothing when it is closed, cancelled or no day of the class. */
export const meetsOn = (db: Db, center: CenterId, { classId, on }: { classId: string; on: Day }) => db<Full[]>`
  select d.at as "on", t.max_size, ${seated(db)} as seats
  from (select ${on}::date as at) d join class_terms t on t.center_id = ${center} and t.class_id = ${classId} and t.during @> d.at
  where ${meeting(db)}
`

/** Another class that a student is in at the time of a class. */
export type Overlap = { classId: string; name: string; day: number; time: string; on: Day }

type Stay = { studentId: string; classId: string; from: Day; to: Day | null }

/**
 * A place of the student in another class at an overlapping time in a range of days, or nothing. The waitlist is no place. Where only one day
 * is common, who is on break then, told of the absence, or whose class is cancelled is free.
 */
export const overlapOf = (db: Db, center: CenterId, { studentId, classId, from, to }: Stay) => db<Overlap[]>`
  select other.class_id, c.name, other.day, other.time, d.at as "on"
  from class_terms t
  join places pl on pl.center_id = t.center_id and pl.student_id = ${studentId} and pl.class_id <> t.class_id and pl.type <> 'waitlist'
  join class_terms other on other.center_id = pl.center_id and other.class_id = pl.class_id and other.day = t.day
    and (other.time, other.time + make_interval(mins => other.minutes)) overlaps (t.time, t.time + make_interval(mins => t.minutes))
  join classes c on c.center_id = other.center_id and c.id = other.class_id
  cross join lateral (select t.during * other.during * pl.during * daterange(${from}::date, ${to}::date, '[]') as days) common
  cross join lateral (select (lower(days) + (t.day - extract(dow from lower(days))::int + 7) % 7) as at) d
  where t.center_id = ${center} and t.class_id = ${classId} and common.days @> d.at
    and not (common.days = daterange(d.at, d.at + 1) and (
      exists (select from breaks b where b.center_id = pl.center_id and b.place_id = pl.id and b.during @> d.at)
      or exists (select from class_days cd
        where cd.center_id = pl.center_id and cd.class_id = pl.class_id and cd.held_on = d.at and cd.cancelled_at is not null)
      or exists (select from attendances a
        where a.center_id = pl.center_id and a.class_id = pl.class_id and a.held_on = d.at and a.student_id = pl.student_id
          and a.mark = 'absent' and a.noticed_at is not null)))
  order by d.at limit 1
`

export type PlaceRow = {
  id: string
  classId: string
  studentId: string
  type: PlaceType
  startDate: Day
  /** The last day, or null while it goes on. */
  endDate: Day | null
  firstClass: boolean
  overReason: string | null
  breaks: { _id: string; startDate: Day; endDate: Day | null }[]
  version: number
}
