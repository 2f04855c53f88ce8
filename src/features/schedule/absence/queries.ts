import { meeting } from '#features/schedule/places/queries.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { Meeting } from './api.ts'

type MeetingRow = Omit<Meeting, 'endTime'> & { minutes: number }

type Absence = { personId: string; from: Day; to: Day }

/**
 * Classes that a teacher gives in a range of days, as their teacher or as a substitute, with the teachers who
 * have no other class at that time: first those who teach the subject, then those who are in that day.
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
