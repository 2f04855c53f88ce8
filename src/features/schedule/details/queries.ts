import type { Guest, Scheduled } from '../api.ts'
import { addDays, weekday } from '#shared/calendar.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Statement } from '#server/sql.ts'
import type { Day } from '#shared/days.ts'
import type { UpcomingFacts } from './upcoming.ts'

type DetailRow = UpcomingFacts & {
  guests: (Guest & { classId: string })[]
  breaks: (Scheduled['breaks'][number] & { studentId: string; classId: string })[]
  /** Parents, with the primary parent of each student first. */
  parents: { studentId: string; name: string; contact: boolean; phone: string }[]
  programs: StudentItem<'programs'>[]
  tests: StudentItem<'tests'>[]
  notes: StudentItem<'notes'>[]
}
type StudentItem<Name extends 'programs' | 'tests' | 'notes'> = Scheduled[Name][number] & {
  studentId: string
}

/** Maximum number of latest tests, and of latest notes, per student. The student's page shows more. */
const latest = 5

/**
 * Returns the details of every student in a class on a day, in one statement: parents, all programs, latest
 * tests and notes, breaks that aren't over, and the facts that determine their classes until `until`.
 * `guests` lists the make-ups and trials in the day's classes on or after that day. Each list is one query
 * for all students, because a subquery for each student takes longer.
 */
export const detailsOn = (db: Db, center: CenterId, { on, until }: { on: Day; until: Day }) => {
  /** Returns SQL for the rows of a subquery as JSON. PostgreSQL builds `json` faster than `jsonb`. */
  const list = (rows: Statement<object[]>) => db`coalesce((select json_agg(row) from (${rows}) row), '[]')`
  const last = (during: string) =>
    db.unsafe(`case when upper_inf(${during}) then null else upper(${during}) - 1 end as until`)
  const from = addDays(on, 1)
  const ahead = db`daterange(${from}::date, ${until}::date, '[]')`
  return db<DetailRow[]>`
  with meeting as materialized (
    select class_id from class_terms where center_id = ${center} and day = ${weekday(on)} and during @> ${on}::date
  ),
  today as materialized (
    select pl.id, pl.class_id, pl.student_id from meeting m
    join places pl on pl.center_id = ${center} and pl.class_id = m.class_id and pl.during @> ${on}::date
  ),
  who as materialized (select distinct student_id as id from today),
  place as materialized (
    select pl.id, pl.student_id, pl.class_id, pl.type, pl.during from who
    join places pl on pl.center_id = ${center} and pl.student_id = who.id and pl.type <> 'waitlist' and pl.during && ${ahead}
  )
  select
    ${list(db`
      select pl.class_id as "classId", lower(pl.during) as date, pl.type, pl.student_id as "studentId", p.first_name as "firstName", p.last_name as "lastName"
      from places pl join people p on p.id = pl.student_id
      where pl.center_id = ${center} and pl.class_id in (select class_id from meeting) and pl.type in ('make-up', 'trial') and lower(pl.during) >= ${on}
      order by lower(pl.during), p.last_name, p.first_name, pl.id`)} as guests,
    ${list(db`
      select t.student_id as "studentId", t.class_id as "classId", b.id as "_id", lower(b.during) as "startDate", upper(b.during) - 1 as "endDate"
      from today t join breaks b on b.center_id = ${center} and b.place_id = t.id
      where upper_inf(b.during) or upper(b.during) > ${on}::date order by b.during`)} as breaks,
    ${list(db`
      select id, student_id as "studentId", class_id as "classId", type, lower(during) as "from", ${last('during')} from place`)} as places,
    ${list(db`
      select t.class_id as "classId", c.name, t.day, to_char(t.time, 'HH24:MI') as time, lower(t.during) as "from", ${last('t.during')}
      from class_terms t join classes c on c.center_id = t.center_id and c.id = t.class_id
      where t.center_id = ${center} and t.class_id in (select class_id from place) and t.during && ${ahead}`)} as terms,
    ${list(db`select held_on as "on", name from closures where center_id = ${center} and held_on between ${from} and ${until}`)} as closures,
    ${list(db`
      select class_id as "classId", held_on as "on" from class_days
      where center_id = ${center} and held_on between ${from} and ${until} and canceled_at is not null`)} as canceled,
    ${list(db`
      select b.place_id as "placeId", lower(b.during) as "from", ${last('b.during')}
      from place pl join breaks b on b.center_id = ${center} and b.place_id = pl.id and b.during && ${ahead}`)} as pauses,
    ${list(db`
      select a.class_id as "classId", a.student_id as "studentId", a.held_on as "on" from attendances a
      where a.center_id = ${center} and a.held_on between ${from} and ${until} and a.noticed_at is not null`)} as noticed,
    ${list(db`
      select l.student_id as "studentId", trim(p.first_name || ' ' || p.last_name) as name, l.contact, l.phone
      from who join parent_links l on l.center_id = ${center} and l.student_id = who.id and l.ended_at is null join people p on p.id = l.parent_id
      order by l.contact desc, l.updated_at, p.id`)} as parents,
    ${list(db`
      select pr.student_id as "studentId", pr.name, pr.level, pr.chapter, pr.test
      from who join programs pr on pr.center_id = ${center} and pr.student_id = who.id order by pr.name`)} as programs,
    ${list(db`
      select t.* from who cross join lateral (
        select student_id as "studentId", id as "_id", held_on as date, level, test, score1, score2, name from student_tests
        where center_id = ${center} and student_id = who.id order by held_on desc, id desc limit ${latest}) t
      order by t.date desc, t."_id" desc`)} as tests,
    ${list(db`
      select n.student_id as "studentId", n.id, trim(by.first_name || ' ' || by.last_name) as "recordBy", n.msg, n.active,
        replace(to_json(n.created_at)#>>'{}', '+00:00', 'Z') as date, n.version
      from who cross join lateral (
        select * from student_notes where center_id = ${center} and student_id = who.id and active order by id desc limit ${latest}) n
      join people by on by.id = n.record_by
      order by n.id desc`)} as notes
`
}
