import { isNoticed, meeting, seatsUsed } from '../places/queries.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'

type Window = { creditId: string; from: Day; to: Day; today: Day; now: string }

export type FoundRow = {
  classId: string
  className: string
  on: Day
  time: string
  minutes: number
  free: number
  teacherFirstName: string | null
  teacherLastName: string | null
  level: string | null
  levelsOff: number | null
  sameTeacher: boolean
  sameWeekday: boolean
  sameHour: boolean
}

/**
 * Returns the SQL condition that the student is expected in another class at the time of a meeting. `m` is a
 * row with the columns of the meeting and of the credit.
 */
const elsewhere = (db: Db, center: CenterId) => db`
  exists (select from places pl
    join class_terms o on o.center_id = pl.center_id and o.class_id = pl.class_id and o.during @> m.at and o.day = m.day
      and (o.time, o.time + make_interval(mins => o.minutes)) overlaps (m.time, m.time + make_interval(mins => m.minutes))
    where pl.center_id = ${center} and pl.student_id = m.student_id and pl.type <> 'waitlist' and pl.during @> m.at
      and not exists (select from breaks b where b.center_id = pl.center_id and b.place_id = pl.id and b.during @> m.at)
      and not exists (select from class_days cd
        where cd.center_id = pl.center_id and cd.class_id = pl.class_id and cd.held_on = m.at and cd.canceled_at is not null)
      and not ${isNoticed(db, db`m.at`)})
`

/**
 * Returns the SQL condition that a meeting overlaps with the missed class, during which the student is
 * absent. `m` is a row with the columns of the meeting and of the credit.
 */
const duringAbsence = (db: Db) => db`
  coalesce(m.reason in ('notice', 'excused', 'absent') and m.at = m.missed_on
    and (m.missed_time, m.missed_time + make_interval(mins => m.missed_minutes)) overlaps (m.time, m.time + make_interval(mins => m.minutes)), false)
`

/**
 * Returns the meetings within a range of days in which a credit can be used, best first. Today's meetings are
 * included only if they start after `now` (HH:MM). The level of a class is the most common one among its
 * regular students. `levelsOff` is its distance from the student's own level, in the order of the material;
 * null if unknown.
 */
export const makeupsOf = (db: Db, center: CenterId, { creditId, from, to, today, now }: Window) => db<
  FoundRow[]
>`
  with credit as (
    select cr.student_id, c.subject, c.type, missed.teacher_id as missed_teacher, missed.day as missed_day, missed.time as missed_time,
      missed.minutes as missed_minutes, cr.missed_on, cr.reason, pr.level as own_level
    from credits cr
    join classes c on c.center_id = cr.center_id and c.id = cr.class_id
    left join class_terms missed on missed.center_id = cr.center_id and missed.class_id = cr.class_id and missed.during @> cr.missed_on
    left join programs pr on pr.center_id = cr.center_id and pr.student_id = cr.student_id and pr.name = c.subject and pr.level <> ''
    where cr.center_id = ${center} and cr.id = ${creditId}
  ),
  levels_of_classes as (
    select pl.class_id, mode() within group (order by pr.level) as level
    from credit
    join classes c on c.center_id = ${center} and c.subject = credit.subject and c.type = credit.type
    join places pl on pl.center_id = c.center_id and pl.class_id = c.id and pl.type = 'regular' and pl.during && daterange(${from}::date, ${to}::date, '[]')
    join programs pr on pr.center_id = pl.center_id and pr.student_id = pl.student_id and pr.name = c.subject and pr.level <> ''
    group by pl.class_id
  ),
  positions as (select l.name, l.position from credit join courses c on c.subject = credit.subject join levels l on l.course_id = c.id),
  days as (select at::date as at from generate_series(${from}::date, ${to}::date, '1 day') at),
  meetings as materialized (
    select d.at, t.center_id, t.class_id, t.day, t.time, t.minutes, t.max_size, c.name, coalesce(cd.substitute_id, t.teacher_id) as teacher_id,
      credit.*
    from credit
    join classes c on c.center_id = ${center} and c.subject = credit.subject and c.type = credit.type
    join class_terms t on t.center_id = c.center_id and t.class_id = c.id
    join days d on t.during @> d.at
    left join class_days cd on cd.center_id = t.center_id and cd.class_id = t.class_id and cd.held_on = d.at
    where ${meeting(db)} and (d.at > ${today}::date or t.time > ${now}::time)
  ),
  seats as (select t.*, t.max_size - ${seatsUsed(db)} as free from meetings t cross join lateral (select t.at) d)
  select m.class_id, m.name as class_name, m.at as "on", m.time, m.minutes, m.free,
    p.first_name as teacher_first_name, p.last_name as teacher_last_name,
    lc.level, case when lc.level = m.own_level then 0
      else (select min(abs(there.position - own.position)) from positions there, positions own where there.name = lc.level and own.name = m.own_level)
      end as levels_off,
    coalesce(m.teacher_id = m.missed_teacher, false) as same_teacher,
    coalesce(m.day = m.missed_day, false) as same_weekday,
    coalesce(extract(hour from m.time) = extract(hour from m.missed_time), false) as same_hour
  from seats m
  left join people p on p.id = m.teacher_id
  left join levels_of_classes lc on lc.class_id = m.class_id
  where m.free > 0
    and not exists (select from places own
      where own.center_id = m.center_id and own.class_id = m.class_id and own.student_id = m.student_id and own.during @> m.at)
    and not ${elsewhere(db, center)}
    and not ${duringAbsence(db)}
  order by levels_off nulls last, same_teacher desc, same_weekday desc, same_hour desc, m.at, m.time, m.name, m.class_id limit 60
`
