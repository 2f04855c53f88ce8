import type { Db } from '#server/db.ts'
import { offerRows } from '#features/schedule/offers/queries.ts'
import { isTaken, seatsUsed } from '#features/schedule/places/queries.ts'
import { addDays } from '#shared/calendar.ts'
import { ahead, type CenterSql, clashesOf, meetings, nameOf, onBreak, rangeOf, type Span } from './queries.ts'
import type { Row } from './rules.ts'

/** Returns SQL for the id of the person who teaches a class of `meetings m` on that day, or null. */
const teaching = (db: Db) => db`coalesce((
  select substitute_id from class_days where center_id = m.center_id and class_id = m.class_id and held_on = m.at), m.teacher_id)`

/** TC01: people who teach or assist in two classes at the same time. */
export const doubleBookedStaff = (db: Db, center: CenterSql, span: Span) => {
  const busy = db`
    select * from (select m.at, m.class_id, m.time, m.ends, m.since, ${teaching(db)} as person_id from meetings m offset 0) taught
    where person_id is not null
    union
    select m.at, m.class_id, m.time, m.ends, m.since, a.person_id from meetings m
    join day_assistants a on a.center_id = m.center_id and a.class_id = m.class_id and a.held_on = m.at
  `
  return db<Row<'TC01'>[]>`
    select person_id as staff_id, person_name as staff_name, class_id, class_name, other_id, other_name, date, time, since
    from (${clashesOf(db, center, { busy, span })}) clash
  `
}

const teacherDays = 7

/** TE01: classes that have no teacher although they meet within the next week. */
export const untaught = (db: Db, center: CenterSql, { to, ...span }: Span) => {
  const last = addDays(span.today, teacherDays)
  return db<Row<'TE01'>[]>`
    with ${meetings(db, center, ahead({ ...span, to: to < last ? to : last }), db`t.teacher_id is null`)}
    select distinct on (m.class_id) m.class_id, c.name as class_name, m.at as date, m.time, least(m.since, ${span.today}::date) as since
    from meetings m join classes c on c.center_id = m.center_id and c.id = m.class_id
    where ${teaching(db)} is null order by m.class_id, m.at
  `
}

/** TE02: upcoming classes taught by someone who isn't an active teacher here or whose account is closed. */
export const inactiveTeachers = (db: Db, center: CenterSql, span: Span) => db<Row<'TE02'>[]>`
  with ${meetings(db, center, ahead(span))},
  taught as materialized (select m.*, ${teaching(db)} as staff_id from meetings m),
  inactive as materialized (
    select p.id, ${nameOf(db, db`p`)} as name from (select distinct staff_id from taught) m join people p on p.id = m.staff_id
    where p.disabled_at is not null or not exists (
      select from staff d where d.center_id = ${center} and d.person_id = p.id and d.duty = 'teacher' and d.active))
  select distinct on (i.id, m.class_id) i.id as staff_id, i.name as staff_name, m.class_id, c.name as class_name, m.at as date, m.time,
    least(m.since, ${span.today}::date) as since
  from inactive i
  join taught m on m.staff_id = i.id
  join classes c on c.center_id = m.center_id and c.id = m.class_id
  order by i.id, m.class_id, m.at
`

/**
 * CP01: classes with more students than seats on an upcoming day, with the reason entered for exceeding the
 * limit. Checks individual days only for classes that have more places than seats over the whole span.
 */
export const overfull = (db: Db, center: CenterSql, span: Span) => {
  const days = ahead(span)
  const maybe = db`t.max_size < (
    select count(*) from places pl
    where pl.center_id = t.center_id and pl.class_id = t.class_id and pl.type <> 'waitlist' and pl.during && ${rangeOf(db, days)})`
  return db<Row<'CP01'>[]>`
    with ${meetings(db, center, days, maybe)},
    counted as (select t.*, ${seatsUsed(db)} as seats from meetings t cross join lateral (select t.at) d)
    select distinct on (m.class_id) m.class_id, c.name as class_name, m.at as date, m.time, m.seats, m.max_size, newest.over_reason as reason,
      least(coalesce(newest.since, m.since), ${span.today}::date) as since
    from counted m
    join classes c on c.center_id = m.center_id and c.id = m.class_id
    left join lateral (
      select pl.over_reason, lower(pl.during) as since from places pl
      where pl.center_id = m.center_id and pl.class_id = m.class_id and pl.type <> 'waitlist' and pl.during @> m.at
      order by pl.over_reason is null, pl.created_at desc limit 1) newest on true
    where m.seats > m.max_size order by m.class_id, m.at
  `
}

/**
 * CP02: classes that began at least three weeks ago and have had fewer than two regular students in total
 * during the last three weeks. `since` is when the second-to-last one left. Private tutoring is exempt.
 */
export const nearlyEmpty = (db: Db, center: CenterSql, { today }: Span) => db<Row<'CP02'>[]>`
  select c.id as class_id, c.name as class_name, ${today}::date + (t.day - extract(dow from ${today}::date)::int + 7) % 7 as date,
    counted.regulars, greatest(begun.on, counted.since) as since
  from classes c
  join class_terms t on t.center_id = c.center_id and t.class_id = c.id and t.during @> ${today}::date
  cross join lateral (
    select min(lower(first.during)) as on from class_terms first where first.center_id = c.center_id and first.class_id = c.id) begun
  cross join lateral (
    select count(*) filter (where stay.is_recent)::int as regulars, (array_agg(stay.until order by stay.until desc))[2] as since
    from (
      select bool_or(pl.during && daterange(${today}::date - 20, ${today}::date, '[]')) as is_recent,
        max(coalesce(upper(pl.during), 'infinity')) as until
      from places pl
      where pl.center_id = c.center_id and pl.class_id = c.id and pl.type = 'regular' and lower(pl.during) <= ${today}::date
      group by pl.student_id) stay) counted
  where c.center_id = ${center} and c.type <> 'PT' and begun.on <= ${today}::date - 21 and counted.regulars < 2
`

/** WL01: open seats for the first student on a waitlist. */
export const openSeats = (db: Db, center: CenterSql, { today }: Span) => db<Row<'WL01'>[]>`
  select place_id, student_id, ${nameOf(db, db`offer`)} as student_name, class_id, name as class_name, waiting, "from", since
  from (${offerRows(db, center, today)}) offer
`

/**
 * Returns SQL for `unmarked`: meetings that have ended and have unmarked students. `ended` is the SQL
 * condition for a meeting `m` to have ended. Reads all marks of a meeting at once.
 */
export const unmarkedMeetings = (db: Db, ended: ReturnType<Db>) => db`
  open as materialized (
    select m.*, marked.students from meetings m
    cross join lateral (select array(
      select student_id from attendances where center_id = m.center_id and class_id = m.class_id and held_on = m.at) as students offset 0) marked
    where ${ended} and exists (
      select from places pl where pl.center_id = m.center_id and pl.class_id = m.class_id and pl.type <> 'waitlist' and pl.during @> m.at
        and case when pl.student_id = any(marked.students) then false else not ${onBreak(db, db`m.at`)} end)),
  unmarked as (
    select o.*, roll.* from open o
    cross join lateral (
      select count(*)::int as expected, (count(*) filter (where pl.student_id <> all(o.students)))::int as missing
      from places pl
      where pl.center_id = o.center_id and pl.class_id = o.class_id and pl.type <> 'waitlist' and pl.during @> o.at
        and not ${onBreak(db, db`o.at`)}) roll)
`

/** AT01: past meetings with unmarked students. */
export const unmarked = (db: Db, center: CenterSql, { from, to, today, now }: Span) => db<Row<'AT01'>[]>`
  with ${meetings(db, center, { from, to: to < today ? to : today })},
  ${unmarkedMeetings(db, db`(m.at < ${today}::date or m.ends <= ${now}::time)`)}
  select o.class_id, c.name as class_name, o.at as date, o.time, o.at as since, o.expected, o.missing
  from unmarked o join classes c on c.center_id = o.center_id and c.id = o.class_id
`

/**
 * AT02: marks of students who had no place that day, or who came although they were on a break. Absences
 * reported in advance are exempt.
 */
export const unexpected = (db: Db, center: CenterSql, { from, to }: Span) => db<Row<'AT02'>[]>`
  with marked as (
    select class_id, held_on, array_agg(student_id) as students from attendances
    where center_id = ${center} and held_on between ${from} and ${to} group by class_id, held_on),
  unexpected as (
    select student_id, m.class_id, m.held_on, false as on_break from marked m
    cross join lateral (select array(
      select pl.student_id from places pl
      where pl.center_id = ${center} and pl.class_id = m.class_id and pl.type <> 'waitlist' and pl.during @> m.held_on) as students offset 0) expected
    cross join lateral unnest(m.students) student_id
    where student_id <> all(expected.students)
    union all
    select pl.student_id, pl.class_id, a.held_on, true from breaks b
    join places pl on pl.center_id = b.center_id and pl.id = b.place_id and pl.type = 'regular'
    join attendances a on a.center_id = pl.center_id and a.class_id = pl.class_id and a.student_id = pl.student_id
      and a.held_on between ${from} and ${to} and b.during @> a.held_on and pl.during @> a.held_on and a.mark <> 'absent'
    where b.center_id = ${center} and b.during && ${rangeOf(db, { from, to })})
  select u.student_id, ${nameOf(db, db`p`)} as student_name, c.id as class_id, c.name as class_name, u.held_on as date, u.held_on as since, u.on_break
  from unexpected u
  join people p on p.id = u.student_id
  join classes c on c.center_id = ${center} and c.id = u.class_id
  where not exists (select from attendances a where a.center_id = ${center} and a.class_id = u.class_id and a.held_on = u.held_on
    and a.student_id = u.student_id and not ${isTaken(db)})
`
