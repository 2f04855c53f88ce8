import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Statement } from '#server/sql.ts'
import type { Day } from '#shared/days.ts'
import type { PlaceType } from '#features/students/rules.ts'
import type { Subject } from '#features/centers/rules.ts'

export type LockedClass = { id: string; name: string; subject: string; type: string; version: number }

/**
 * Locks classes of the center in order of id. Take these locks first, before those of `lockStudents`. Count
 * seats afterward in a separate statement, so that the count includes concurrent writes.
 */
export const lockClass = (db: Db, center: CenterId, classIds: readonly string[]) => db<LockedClass[]>`
  select id, name, subject, type, version from classes
  where center_id = ${center} and id = any(${[...classIds]}::uuid[]) order by id for no key update
`

/**
 * Returns the SQL condition that the class of a term `t` meets on the day `d.at` (the weekday matches, the
 * center is open, and the class isn't canceled).
 */
export const meeting = (db: Db) => db`
  t.day = extract(dow from d.at)
  and not exists (select from closures c where c.center_id = t.center_id and c.held_on = d.at)
  and not exists (select from class_days cd
    where cd.center_id = t.center_id and cd.class_id = t.class_id and cd.held_on = d.at and cd.canceled_at is not null)
`

/**
 * Returns the SQL condition that the student with the place `pl` was reported absent in advance on a day. It
 * stays true if only work was picked up on that day.
 */
export const isNoticed = (db: Db, at: Statement<object[]>) => db`
  exists (select from attendances a
    where a.center_id = pl.center_id and a.class_id = pl.class_id and a.held_on = ${at} and a.student_id = pl.student_id
      and a.noticed_at is not null)
`

/**
 * Returns the SQL condition that the mark `a` means that attendance was taken: it is more than an absence
 * reported in advance.
 */
export const isTaken = (db: Db) => db`not (a.mark = 'absent' and a.noticed_at is not null)`

/**
 * Returns SQL that counts the seats used on a day `d.at` of a term `t`. Waitlist places don't count, nor do
 * students on a break or reported absent in advance (product §3).
 */
export const seatsUsed = (db: Db) => db`
  (select count(*)::int from places pl
    where pl.center_id = t.center_id and pl.class_id = t.class_id and pl.type <> 'waitlist' and pl.during @> d.at
      and not exists (select from breaks b
        where b.center_id = pl.center_id and b.place_id = pl.id and b.during @> d.at and pl.type = 'regular')
      and not ${isNoticed(db, db`d.at`)})
`

/**
 * Returns the SQL condition that the make-up booked with a credit `cr` is off, because the class doesn't meet
 * or an absence was reported in time.
 */
export const isOff = (db: Db) => db`
  exists (select from places spent
    join centers ce on ce.id = spent.center_id
    where spent.center_id = cr.center_id and spent.id = cr.place_id and (
      exists (select from closures cl where cl.center_id = spent.center_id and cl.held_on = lower(spent.during))
      or exists (select from class_days cd where cd.center_id = spent.center_id and cd.class_id = spent.class_id
        and cd.held_on = lower(spent.during) and cd.canceled_at is not null)
      or exists (select from attendances a
        join class_terms t on t.center_id = a.center_id and t.class_id = a.class_id and t.during @> a.held_on
        where a.center_id = spent.center_id and a.class_id = spent.class_id and a.student_id = spent.student_id
          and a.held_on = lower(spent.during)
          and a.noticed_at + make_interval(hours => coalesce(a.notice_hours, ce.notice_hours)) <= (a.held_on + t.time) at time zone ce.time_zone)))
`

/** Returns the SQL condition that a credit `cr` can be used for a make-up on a day. */
export const spendable = (db: Db, on: Day) => db`
  (cr.void_at is null and cr.expires_on >= ${on} and (cr.place_id is null or ${isOff(db)}))
`

/** A day of a class, with the seats used and the size of the class. */
export type FullDay = { on: Day; seats: number; maxSize: number }

type Newcomer = {
  classId: string
  from: Day
  /** Last day, or null if open-ended. */
  to: Day | null
  /**
   * `returning` is a regular who returns from a break. `nobody` only checks that the current students have
   * seats.
   */
  type: 'regular' | 'make-up' | 'trial' | 'returning' | 'nobody'
}

/**
 * Returns the first day of a range without a free seat, if any. For a regular student, this checks two
 * things: the number of regular students (even if on a break or absent) on every day when that number or the
 * size changes, and the used seats on days with guests. For a returning student, it checks only days with
 * guests; for a guest, the seats of the day.
 */
export const firstFull = (db: Db, center: CenterId, { classId, from, to, type }: Newcomer) => db<FullDay[]>`
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
    select d.at, t.max_size, ${seatsUsed(db)} as seats
    from days d join class_terms t on t.center_id = ${center} and t.class_id = ${classId} and t.during @> d.at
    where ${meeting(db)}
  )
  select at as "on", seats, max_size from (select * from recurring union all select * from daily) counted
  where seats + ${type === 'nobody' ? 0 : 1} > max_size order by at limit 1
`

/**
 * Returns the first day, `from` or later, on which a class meets, with its time, or no row if there is none
 * within a year.
 */
export const nextMeeting = (
  db: Db,
  center: CenterId,
  { classId, from }: { classId: string; from: Day },
) => db<{ on: Day; time: string; minutes: number; maxSize: number; seats: number }[]>`
  select d.at as "on", t.time, t.minutes, t.max_size, ${seatsUsed(db)} as seats
  from (select (${from}::date + n) as at from generate_series(0, 366) n) d
  join class_terms t on t.center_id = ${center} and t.class_id = ${classId} and t.during @> d.at
  where ${meeting(db)} order by d.at limit 1
`

/**
 * Returns a day and its used seats if the class meets then, or no row if the center is closed or the class is
 * canceled or meets on another weekday.
 */
export const meetsOn = (db: Db, center: CenterId, { classId, on }: { classId: string; on: Day }) => db<
  FullDay[]
>`
  select d.at as "on", t.max_size, ${seatsUsed(db)} as seats
  from (select ${on}::date as at) d join class_terms t on t.center_id = ${center} and t.class_id = ${classId} and t.during @> d.at
  where ${meeting(db)}
`

/** Another class that the student is in at the same time. */
export type Overlap = { classId: string; name: string; day: number; time: string; on: Day }

type Stay = { studentId: string; classId: string; from: Day; to: Day | null }

/**
 * Returns another class in which the student has a place at an overlapping time, with the first such day in a
 * range of days, if any. The waitlist doesn't count. If only a single day is affected, the student counts as
 * free on it during a break, after reporting an absence, or if the class is canceled.
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
        where cd.center_id = pl.center_id and cd.class_id = pl.class_id and cd.held_on = d.at and cd.canceled_at is not null)
      or ${isNoticed(db, db`d.at`)}))
  order by d.at limit 1
`

export type PlaceRow = {
  id: string
  classId: string
  studentId: string
  type: PlaceType
  startDate: Day
  /** Last day, or null if open-ended. */
  endDate: Day | null
  firstClass: boolean
  overReason: string | null
  /** The parent who booked the make-up, until the center confirms it; otherwise null. */
  requestedBy: string | null
  breaks: { _id: string; startDate: Day; endDate: Day | null }[]
  version: number
}

const breaksOf = (db: Db) => db`
  (select coalesce(jsonb_agg(jsonb_build_object('_id', b.id, 'startDate', lower(b.during), 'endDate', upper(b.during) - 1) order by b.during), '[]')
    from breaks b where b.center_id = pl.center_id and b.place_id = pl.id)
`

const columns = (db: Db) => db`
  pl.id, pl.class_id, pl.student_id, pl.type, lower(pl.during) as start_date, upper(pl.during) - 1 as end_date, pl.first_class,
  pl.over_reason, pl.requested_by, ${breaksOf(db)} as breaks, pl.version
`

export const placeById = (db: Db, center: CenterId, id: string) => db<PlaceRow[]>`
  select ${columns(db)} from places pl where pl.center_id = ${center} and pl.id = ${id}
`

type WaitlistQuery = { classId: string | Statement<object[]>; studentId: string; on: Day }

/**
 * Returns the student's position on a class's waitlist, or the position that they would get: first come,
 * first served, among the places that are current or future on a day.
 */
export const waitlistPosition = (db: Db, center: CenterId, { classId, studentId, on }: WaitlistQuery) => db<
  { position: number }[]
>`
  select count(*)::int + 1 as position from places w
  where w.center_id = ${center} and w.class_id = ${classId} and w.type = 'waitlist' and w.during && daterange(${on}::date, null) and not exists (
    select from places own where own.center_id = w.center_id and own.class_id = w.class_id and own.student_id = ${studentId}
      and own.type = 'waitlist' and own.during && daterange(${on}::date, null) and (own.created_at, own.id) <= (w.created_at, w.id))
`

/**
 * Returns a student's places that are current or future on a day, each with its class as of that day or, if
 * the place starts later, as of its first day. A waitlist place has its position.
 */
export const placesOfStudent = (
  db: Db,
  center: CenterId,
  { studentId, on }: { studentId: string; on: Day },
) => db<
  (PlaceRow & {
    className: string
    subject: Subject
    day: number
    time: string
    minutes: number
    position: number | null
  })[]
>`
  select ${columns(db)}, c.name as class_name, c.subject, t.day, t.time, t.minutes,
    case when pl.type = 'waitlist' then (${waitlistPosition(db, center, { classId: db`pl.class_id`, studentId, on })}) end as position
  from places pl join classes c on c.center_id = pl.center_id and c.id = pl.class_id
  join class_terms t on t.center_id = c.center_id and t.class_id = c.id and t.during @> greatest(lower(pl.during), ${on}::date)
  where pl.center_id = ${center} and pl.student_id = ${studentId} and pl.during && daterange(${on}::date, null)
  order by pl.type = 'waitlist', lower(pl.during) > ${on}::date, t.day, t.time, pl.during, pl.id
`

/** Returns the first place of the student in a class on any of these days. */
export const placeIn = (db: Db, center: CenterId, { studentId, classId, from, to }: Stay) => db<
  { id: string; type: PlaceType }[]
>`
  select id, type from places
  where center_id = ${center} and class_id = ${classId} and student_id = ${studentId}
    and during && daterange(${from}::date, ${to}::date, '[]') order by during limit 1
`

/**
 * Returns the last of these days on which the student came; if there is none, the last one on which
 * attendance was taken. Absences reported in advance don't count.
 */
export const lastAttendance = (db: Db, center: CenterId, { studentId, classId, from, to }: Stay) => db<
  { on: Day; came: boolean }[]
>`
  select held_on as "on", arrived_at is not null as came from attendances a
  where center_id = ${center} and class_id = ${classId} and student_id = ${studentId}
    and held_on <@ daterange(${from}::date, ${to}::date, '[]') and ${isTaken(db)}
  order by came desc, held_on desc limit 1
`

/** Returns the first and last day of a class over all its terms. */
export const classLife = (db: Db, center: CenterId, classId: string) => db<{ from: Day; to: Day | null }[]>`
  select lower(life) as "from", upper(life) - 1 as "to"
  from (select range_merge(range_agg(during)) as life from class_terms where center_id = ${center} and class_id = ${classId}) terms
  where life is not null
`

export type OpenPlace = Omit<PlaceRow, 'requestedBy' | 'breaks' | 'version'>

type NewPlace = OpenPlace & { requestedBy?: string | undefined }

export const addPlace = (db: Db, center: CenterId, place: NewPlace) => db<PlaceRow[]>`
  insert into places as pl (center_id, id, class_id, student_id, type, during, first_class, over_reason, requested_by)
  values (${center}, ${place.id}, ${place.classId}, ${place.studentId}, ${place.type},
    daterange(${place.startDate}::date, ${place.endDate}::date, '[]'), ${place.firstClass}, ${place.overReason},
    ${place.requestedBy ?? null})
  returning ${columns(db)}
`

/** Changes a place's type, days and flags. Trim the place's breaks to the new days first. */
export const changePlace = (db: Db, center: CenterId, place: OpenPlace) => db<PlaceRow[]>`
  update places pl set type = ${place.type}, during = daterange(${place.startDate}::date, ${place.endDate}::date, '[]'),
    first_class = ${place.firstClass}, over_reason = ${place.overReason}, version = version + 1
  where center_id = ${center} and id = ${place.id} returning ${columns(db)}
`

/** Removes places and reopens the credits used for them. Call `dropBreaks` first. */
export const dropPlaces = (db: Db, center: CenterId, ids: readonly string[]) => db`
  delete from places where center_id = ${center} and id = any(${[...ids]}::uuid[])
`

export const dropBreaks = (db: Db, center: CenterId, placeId: string) => db`
  delete from breaks where center_id = ${center} and place_id = ${placeId}
`

export type BreakRow = { id: string; placeId: string; startDate: Day; endDate: Day | null }

export const addBreaks = (db: Db, center: CenterId, breaks: readonly BreakRow[]) => db`
  insert into breaks (center_id, id, place_id, during)
  select ${center}, id, "placeId", daterange("startDate", "endDate", '[]')
  from jsonb_to_recordset(${db.json(breaks)}) as b(id uuid, "placeId" uuid, "startDate" date, "endDate" date)
`

/** A booked make-up. */
export type BookedRow = { placeId: string; classId: string; name: string; on: Day }

type CreditUse = { studentId: string; creditId: string | null; classId: string; on: Day }

/**
 * Locks and returns the open credit to use for a make-up in a class on a day: the named one, otherwise the
 * one that expires first, for the same subject and type of class. `offId` is an earlier make-up that the
 * credit was used for and that is now off.
 */
export const lockCredit = (db: Db, center: CenterId, { studentId, creditId, classId, on }: CreditUse) => db<
  { id: string; offId: string | null }[]
>`
  select cr.id, cr.place_id as off_id from credits cr
  join classes missed on missed.center_id = cr.center_id and missed.id = cr.class_id
  join classes wanted on wanted.center_id = cr.center_id and wanted.id = ${classId}
  where cr.center_id = ${center} and cr.student_id = ${studentId} and (${creditId}::uuid is null or cr.id = ${creditId})
    and ${spendable(db, on)} and missed.subject = wanted.subject and missed.type = wanted.type
  order by cr.expires_on, cr.id limit 1 for no key update of cr
`

export const creditOf = (db: Db, center: CenterId, placeId: string) => db<{ id: string }[]>`
  select id from credits where center_id = ${center} and place_id = ${placeId}
`

export const spendCredit = (db: Db, center: CenterId, { id, placeId }: { id: string; placeId: string }) => db`
  update credits set place_id = ${placeId}, version = version + 1 where center_id = ${center} and id = ${id}
`
