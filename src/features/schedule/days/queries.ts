import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import { isNoticed, isTaken, meeting, seatsUsed } from '../places/queries.ts'
import type { DayFilter } from '../queries.ts'
import type { ReopenedDay } from './days.ts'

export type Member = {
  id: string
  firstName: string
  lastName: string
  type: 'permanent' | 'substitute'
  notes: string
}

/** Stored facts of one class on one day. `canceled` is null unless the class is canceled. */
export type ClassDay = {
  classId: string
  substitute: Member | null
  note: string
  canceled: { reason: string } | null
  version: number
}

type DayFacts = {
  timeZone: string
  closed: { name: string } | null
  opened: boolean
  days: ClassDay[]
  /** `classId` is null for assistants who aren't assigned to a class. */
  assistants: (Member & { classId: string | null })[]
}

/**
 * Returns stored facts of a single day at a center, or of one class on it, with the center's time zone:
 * exactly one row, or none if there is no such center.
 */
export const dayFacts = (db: Db, center: CenterId, { on, classId }: Pick<DayFilter, 'on' | 'classId'>) => db<
  DayFacts[]
>`
  select c.time_zone, exists (select from schedules s where s.center_id = c.id and s.held_on = ${on}) as opened,
    (select jsonb_build_object('name', cl.name) from closures cl where cl.center_id = c.id and cl.held_on = ${on}) as closed,
    coalesce((select jsonb_agg(jsonb_build_object('classId', d.class_id, 'note', d.note, 'version', d.version,
        'canceled', case when d.canceled_at is not null then jsonb_build_object('reason', d.cancel_reason) end,
        'substitute', case when p.id is not null then jsonb_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name,
          'type', coalesce(duty.type, 'substitute'), 'notes', coalesce(duty.notes, '')) end))
      from class_days d
      left join people p on p.id = d.substitute_id
      left join staff duty on duty.center_id = d.center_id and duty.person_id = p.id and duty.duty = 'teacher'
      where d.center_id = c.id and d.held_on = ${on} ${classId ? db`and d.class_id = ${classId}` : db``}), '[]') as days,
    coalesce((select jsonb_agg(jsonb_build_object('classId', a.class_id, 'id', p.id, 'firstName', p.first_name, 'lastName', p.last_name,
        'type', coalesce((select type from staff duty where duty.center_id = a.center_id and duty.person_id = p.id
          and duty.duty in ('assistant', 'teacher') order by duty.duty limit 1), 'permanent'),
        'notes', coalesce((select notes from staff duty where duty.center_id = a.center_id and duty.person_id = p.id
          and duty.duty in ('assistant', 'teacher') order by duty.active desc, duty.duty desc limit 1), '')) order by p.last_name, p.first_name, p.id)
      from day_assistants a join people p on p.id = a.person_id
      where a.center_id = c.id and a.held_on = ${on} ${classId ? db`and a.class_id = ${classId}` : db``}), '[]') as assistants
  from centers c where c.id = ${center}
`

export type StoredDay = {
  classId: string
  substituteId: string | null
  note: string
  cancelReason: string | null
}

/** Stores the facts of classes on a day and increments their version. The classes must be locked. */
export const putDays = (
  db: Db,
  center: CenterId,
  { on, days }: { on: Day; days: readonly StoredDay[] },
) => db`
  insert into class_days (center_id, class_id, held_on, substitute_id, note, canceled_at, cancel_reason)
  select ${center}, "classId", ${on}, "substituteId", note, case when "cancelReason" is not null then now() end, coalesce("cancelReason", '')
  from jsonb_to_recordset(${db.json(days)}) as d("classId" uuid, "substituteId" uuid, note text, "cancelReason" text)
  on conflict (center_id, class_id, held_on) do update set substitute_id = excluded.substitute_id, note = excluded.note,
    canceled_at = case when excluded.canceled_at is not null then coalesce(class_days.canceled_at, excluded.canceled_at) end,
    cancel_reason = excluded.cancel_reason, version = class_days.version + 1
`

/** The complete list of assistants of a class or, if `classId` is null, of assistants without a class. */
export type ClassAssistants = { classId: string | null; people: readonly string[] }

type AllHelping = { on: Day; helping: readonly ClassAssistants[] }

const helpingRows = (db: Db, helping: readonly ClassAssistants[]) =>
  db`jsonb_to_recordset(${db.json(helping)}) as h("classId" uuid, people uuid[])`

/** Removes assistants who aren't on the lists in `helping`. Classes without a list keep their assistants. */
export const dropAssistants = (db: Db, center: CenterId, { on, helping }: AllHelping) => db`
  delete from day_assistants a using ${helpingRows(db, helping)}
  where a.center_id = ${center} and a.held_on = ${on} and a.class_id is not distinct from h."classId" and not a.person_id = any(h.people)
`

export const putAssistants = (db: Db, center: CenterId, { on, helping }: AllHelping) => db`
  insert into day_assistants (center_id, held_on, person_id, class_id)
  select ${center}, ${on}, person, h."classId" from ${helpingRows(db, helping)}, unnest(h.people) person
  on conflict do nothing
`

export const dutiesOf = (db: Db, center: CenterId, people: readonly string[]) => db<
  { personId: string; duty: string }[]
>`
  select person_id, duty from staff where center_id = ${center} and active and person_id = any(${[...people]}::uuid[])
`

/**
 * Returns the classes (among `classIds`, or in the whole center) with attendance on these days, once for each
 * such day. Absences reported in advance don't count.
 */
export const markedOn = (
  db: Db,
  center: CenterId,
  { days, classIds }: { days: readonly Day[]; classIds?: readonly string[] },
) => db<{ classId: string; name: string; on: Day }[]>`
  select distinct c.id as class_id, c.name, a.held_on as "on" from classes c
  join attendances a on a.center_id = c.center_id and a.class_id = c.id and a.held_on = any(${[...days]}::date[])
    and ${isTaken(db)}
  where c.center_id = ${center} and (${classIds === undefined} or c.id = any(${[...(classIds ?? [])]}::uuid[]))
  order by a.held_on, c.name, c.id
`

/** Locks every class of the center in order of id, for changes to whole days. */
export const lockClasses = (db: Db, center: CenterId) => db`
  select 1 from classes where center_id = ${center} order by id for no key update
`

/** Locks a day's unassigned assistants. Uses an advisory lock, because there may be no row yet. */
export const lockHelp = (db: Db, center: CenterId, on: Day) => db`
  select pg_advisory_xact_lock(hashtextextended('help ' || ${center} || ' ' || ${on}, 0))
`

/**
 * Removes a day's changes and assistants, and the record that it was opened. Attendance and closures stay, as
 * do the rows of the classes: their versions must only grow.
 */
export const dropDay = (db: Db, center: CenterId, on: Day) => db`
  with days as (
    update class_days set substitute_id = null, note = '', canceled_at = null, cancel_reason = '', version = version + 1
    where center_id = ${center} and held_on = ${on}),
  helping as (delete from day_assistants where center_id = ${center} and held_on = ${on})
  delete from schedules where center_id = ${center} and held_on = ${on}
`

type LoadRow = { date: Day; classes: number; seats: number; maxSize: number; closed: { name: string } | null }

/** Returns the days of a range, each with the number of classes that meet and their seats. */
export const dayLoads = (db: Db, center: CenterId, { from, to }: { from: Day; to: Day }) => db<LoadRow[]>`
  with d as (select at::date as at from generate_series(${from}::date, ${to}::date, '1 day') at),
  meetings as materialized (
    select d.at, t.center_id, t.class_id, t.max_size from d
    join class_terms t on t.center_id = ${center} and t.during @> d.at
    where ${meeting(db)}
  ),
  loads as (select t.at, t.max_size, ${seatsUsed(db)} as seats from meetings t cross join lateral (select t.at) d)
  select d.at as date, count(l.at)::int as classes, coalesce(sum(l.seats), 0)::int as seats, coalesce(sum(l.max_size), 0)::int as max_size,
    (select jsonb_build_object('name', cl.name) from closures cl where cl.center_id = ${center} and cl.held_on = d.at) as closed
  from d left join loads l on l.at = d.at
  group by d.at order by d.at
`

/**
 * Returns the first class (among `classIds`, or in the whole center) that has more students than seats on a
 * day, without a manager's reason.
 */
export const overfullOn = (db: Db, center: CenterId, { on, classIds }: ReopenedDay) => db<
  { name: string; on: Day; seats: number; maxSize: number }[]
>`
  select c.name, m.at as "on", m.seats, m.max_size from (
    select t.class_id, t.max_size, t.time, d.at, ${seatsUsed(db)} as seats
    from (select ${on}::date as at) d join class_terms t on t.center_id = ${center} and t.during @> d.at
    where ${meeting(db)} and (${classIds === undefined} or t.class_id = any(${[...(classIds ?? [])]}::uuid[]))) m
  join classes c on c.center_id = ${center} and c.id = m.class_id
  where m.seats > m.max_size and not exists (
    select from places pl where pl.center_id = c.center_id and pl.class_id = c.id and pl.during @> m.at and pl.over_reason is not null)
  order by m.time, c.name limit 1
`

/** Returns the SQL condition that the student with the place `pl` is expected on the day `d.at`. */
export const expected = (db: Db) => db`
  pl.type <> 'waitlist' and pl.during @> d.at
  and not exists (select from breaks b where b.center_id = pl.center_id and b.place_id = pl.id and b.during @> d.at)
  and not ${isNoticed(db, db`d.at`)}
`

/**
 * Returns a student who is expected in one of these classes and in another class at the same time: the first
 * one in order of name. `studentIds` limits the students.
 */
export const doubleBooked = (db: Db, center: CenterId, { on, classIds = [], studentIds }: ReopenedDay) => db<
  { firstName: string; name: string; other: string; on: Day; time: string }[]
>`
  with here as (
    select pl.student_id, t.class_id, t.time, t.minutes, d.at
    from (select ${on}::date as at) d join class_terms t on t.center_id = ${center} and t.during @> d.at and t.class_id = any(${[...classIds]}::uuid[])
    join places pl on pl.center_id = t.center_id and pl.class_id = t.class_id and ${expected(db)}
    where ${meeting(db)} and (${studentIds === undefined} or pl.student_id = any(${[...(studentIds ?? [])]}::uuid[])))
  select p.first_name, c.name, o.name as other, d.at as "on", t.time
  from here d join places pl on pl.center_id = ${center} and pl.student_id = d.student_id and pl.class_id <> d.class_id and ${expected(db)}
  join class_terms t on t.center_id = pl.center_id and t.class_id = pl.class_id and t.during @> d.at
    and (t.time, t.time + make_interval(mins => t.minutes)) overlaps (d.time, d.time + make_interval(mins => d.minutes))
  join people p on p.id = d.student_id
  join classes c on c.center_id = ${center} and c.id = d.class_id
  join classes o on o.center_id = ${center} and o.id = pl.class_id
  where ${meeting(db)} order by p.first_name, p.id limit 1
`
