import { expected } from '../days/queries.ts'
import { meeting } from '../places/queries.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { Meeting } from './api.ts'

type MeetingRow = Omit<Meeting, 'endTime'> & { minutes: number }

type Absence = { personId: string; from: Day; to: Day }

/**
 * Returns the classes that a teacher teaches in a range of days, as the regular teacher or a substitute, each
 * with the teachers who are free at that time. Teachers of the subject come first. Among them, and among the
 * other teachers, those who already teach that day come first.
 */
export const affectedMeetings = (db: Db, center: CenterId, { personId, from, to }: Absence) => db<
  MeetingRow[]
>`
  with held as materialized (
    select d.at, t.center_id, t.class_id, c.name, c.subject, t.time, t.minutes, t.teacher_id, cd.substitute_id, coalesce(cd.version, 0) as version,
      coalesce(cd.substitute_id, t.teacher_id) as giver
    from (select at::date as at from generate_series(${from}::date, ${to}::date, '1 day') at) d
    join class_terms t on t.center_id = ${center} and t.during @> d.at
    join classes c on c.center_id = t.center_id and c.id = t.class_id
    left join class_days cd on cd.center_id = t.center_id and cd.class_id = t.class_id and cd.held_on = d.at
    where ${meeting(db)}),
  teachers as materialized (
    select p.id, p.first_name, p.last_name, array(
      select distinct c.subject from class_terms t join classes c on c.center_id = t.center_id and c.id = t.class_id
      where t.center_id = ${center} and t.teacher_id = p.id and t.during @> ${from}::date) as subjects
    from staff s join people p on p.id = s.person_id
    where s.center_id = ${center} and s.duty = 'teacher' and s.active and p.disabled_at is null and p.id <> ${personId})
  select m.class_id, m.at as date, m.name, m.subject, m.time, m.minutes, m.substitute_id, m.version, coalesce((
    select jsonb_agg(jsonb_build_object('id', f.id, 'firstName', f.first_name, 'lastName', f.last_name, 'fits', m.subject = any(f.subjects))
      order by m.subject = any(f.subjects) desc, exists (select from held h where h.at = m.at and h.giver = f.id) desc, f.last_name, f.first_name, f.id)
    from teachers f where not exists (
      select from held h where h.at = m.at and h.giver = f.id and h.class_id <> m.class_id
        and (h.time, h.time + make_interval(mins => h.minutes)) overlaps (m.time, m.time + make_interval(mins => m.minutes)))), '[]') as free
  from held m where m.teacher_id = ${personId} or m.substitute_id = ${personId}
  order by m.at, m.time, m.name, m.class_id
`

type MeetingKey = Pick<Meeting, 'classId' | 'date'>

/**
 * Returns SQL for a table of these meetings: the class `d.class_id` on the day `d.at`, with
 * `d.substitute_id`.
 */
const listed = (db: Db, meetings: readonly (MeetingKey & { substituteId?: string | null })[]) => db`
  (select "classId" as class_id, date as at, "substituteId" as substitute_id
    from jsonb_to_recordset(${db.json(meetings)}) as m("classId" uuid, date date, "substituteId" uuid)) d
`

/**
 * Facts about a class on a day. `meets` is true if the class is scheduled for that weekday, even if the
 * center is closed or the class is canceled that day. `teacherId` is the regular teacher on that day.
 */
export type MeetingFacts = MeetingKey & {
  name: string
  meets: boolean
  teacherId: string | null
  closed: { name: string } | null
  substitute: { id: string; firstName: string; lastName: string } | null
  version: number
}

/** Returns the facts of each of these classes on its day, ordered by day. */
export const meetingFacts = (db: Db, center: CenterId, meetings: readonly MeetingKey[]) => db<MeetingFacts[]>`
  select c.id as class_id, d.at as date, c.name, coalesce(cd.version, 0) as version,
    t.class_id is not null as meets, t.teacher_id,
    case when cl.held_on is not null then jsonb_build_object('name', cl.name) end as closed,
    case when p.id is not null then jsonb_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name) end as substitute
  from ${listed(db, meetings)}
  join classes c on c.center_id = ${center} and c.id = d.class_id
  left join class_terms t on t.center_id = c.center_id and t.class_id = c.id and t.during @> d.at and t.day = extract(dow from d.at)
  left join closures cl on cl.center_id = c.center_id and cl.held_on = d.at
  left join class_days cd on cd.center_id = c.center_id and cd.class_id = c.id and cd.held_on = d.at
  left join people p on p.id = cd.substitute_id
  order by d.at, c.name, c.id
`

type Substitute = MeetingKey & { substituteId: string | null }

/** Stores substitutes and increments the version of each class on its day. Lock the classes first. */
export const putSubstitutes = (db: Db, center: CenterId, meetings: readonly Substitute[]) => db`
  insert into class_days (center_id, class_id, held_on, substitute_id)
  select ${center}, d.class_id, d.at, d.substitute_id from ${listed(db, meetings)}
  on conflict (center_id, class_id, held_on) do update set substitute_id = excluded.substitute_id, version = class_days.version + 1
`

/** Returns the students who are expected at any of these meetings. */
export const expectedIn = (db: Db, center: CenterId, meetings: readonly MeetingKey[]) => db<{ id: string }[]>`
  select distinct pl.student_id as id from ${listed(db, meetings)}
  join places pl on pl.center_id = ${center} and pl.class_id = d.class_id and ${expected(db)}
`
