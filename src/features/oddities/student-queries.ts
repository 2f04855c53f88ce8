import type { Db } from '#server/db.ts'
import { isNoticed, meeting, spendable } from '#features/schedule/places/queries.ts'
import { ahead, type CenterSql, clashesOf, nameOf, onBreak, rangeOf, type Span } from './queries.ts'
import type { Row } from './rules.ts'

/** Returns SQL for the local date of an instant at the center of student `s`. */
const dayOf = (db: Db, at: ReturnType<Db>) =>
  db`(${at} at time zone (select time_zone from centers where id = s.center_id))::date`

/**
 * ST01: students in two classes at the same time. A waitlist doesn't count as a class. Checks only students
 * who have any overlapping classes.
 */
export const doubleBookedStudents = (db: Db, center: CenterSql, span: Span) => {
  const days = rangeOf(db, ahead(span))
  const busy = db`
    select m.at, m.class_id, m.time, m.ends, lower(pl.during) as since, pl.student_id as person_id
    from (
      select distinct student_id from (
        select pl.student_id, t.time < max(t.time + make_interval(mins => t.minutes)) over (
          partition by pl.student_id, t.day order by t.time, t.class_id rows between unbounded preceding and 1 preceding) as is_double
        from class_terms t
        join places pl on pl.center_id = t.center_id and pl.class_id = t.class_id and pl.type <> 'waitlist'
          and pl.during && ${days}
        where t.center_id = ${center} and t.during && ${days}) held
      where is_double) double
    join places pl on pl.center_id = ${center} and pl.student_id = double.student_id and pl.type <> 'waitlist'
    join meetings m on m.class_id = pl.class_id and pl.during @> m.at
    where not ${onBreak(db, db`m.at`)} and not ${isNoticed(db, db`m.at`)}
  `
  return db<Row<'ST01'>[]>`
    select person_id as student_id, person_name as student_name, class_id, class_name, other_id, other_name, date, time, since
    from (${clashesOf(db, center, { busy, span })}) clash
  `
}

/** Returns SQL for students of a center who share a name, with the folded name that was compared. */
const namesakes = (db: Db, center: CenterSql, which: ReturnType<Db>) => db`
  select unnest(ids) as student_id, name from (
    select name_key as name, array_agg(student_id) as ids from student_keys
    where center_id = ${center} and ${which} group by name_key having count(*) > 1) alike
`

/**
 * Returns SQL for a center's students with certain statuses, as rows `s`. Reads only an index, because most
 * students have no oddities and their rows are scattered.
 */
const having = (db: Db, center: CenterSql, which: ReturnType<Db>) => db`
  (select center_id, student_id as id, status from student_keys where center_id = ${center} and ${which}) s
`

/**
 * Returns SQL that joins the creation time of student `s`. A lateral join reads it only for students with an
 * oddity.
 */
const created = (db: Db) => db`
  lateral (select created_at from students where center_id = s.center_id and id = s.id offset 0) entered
`

/**
 * ST02: two students with the same name in one class at the same time. A student can't be in a class twice,
 * so the two records may be about the same person.
 */
export const twiceInClass = (db: Db, center: CenterSql, { today }: Span) => db<Row<'ST02'>[]>`
  with seats as materialized (
    select pl.class_id, pl.student_id, pl.during, n.name from (${namesakes(db, center, db`true`)}) n
    join places pl on pl.center_id = ${center} and pl.student_id = n.student_id and pl.type <> 'waitlist'
      and pl.during && daterange(${today}::date, null))
  select distinct on (one.class_id, one.student_id, other.student_id) one.student_id, ${nameOf(db, db`p`)} as student_name, s.student_num as num,
    other.student_id as other_id, os.student_num as other_num, c.id as class_id, c.name as class_name,
    least(greatest(lower(one.during), lower(other.during)), ${today}::date) as since
  from seats one
  join seats other on other.class_id = one.class_id and other.name = one.name and other.student_id > one.student_id
    and other.during && one.during
  join students s on s.center_id = ${center} and s.id = one.student_id
  join people p on p.id = s.id
  join students os on os.center_id = ${center} and os.id = other.student_id
  join classes c on c.center_id = ${center} and c.id = one.class_id
  order by one.class_id, one.student_id, other.student_id
`

/** ST03: active students without a current or future class. */
export const classless = (db: Db, center: CenterSql, { today }: Span) => db<Row<'ST03'>[]>`
  select s.id as student_id, ${nameOf(db, db`p`)} as student_name, greatest(${dayOf(db, db`entered.created_at`)}, (
    select max(upper(pl.during)) from places pl
    where pl.center_id = s.center_id and pl.student_id = s.id and pl.type <> 'waitlist')) as since
  from ${having(db, center, db`status = 'active'`)} cross join ${created(db)} join people p on p.id = s.id
  where s.id not in (
    select pl.student_id from places pl
    where pl.center_id = ${center} and pl.type <> 'waitlist' and pl.during && daterange(${today}::date, null))
`

/** ST04: current or future places of inactive students, and regular places of prospects. */
export const inactivePlaces = (db: Db, center: CenterSql, { today }: Span) => db<Row<'ST04'>[]>`
  select pl.id as place_id, pl.student_id, ${nameOf(db, db`p`)} as student_name, c.id as class_id, c.name as class_name, s.status,
    lower(pl.during) <= ${today}::date as started, ${today}::date as today, least(lower(pl.during), ${today}::date) as since
  from ${having(db, center, db`status <> 'active'`)}
  cross join lateral (
    select * from places where center_id = s.center_id and student_id = s.id and during && daterange(${today}::date, null) offset 0) pl
  join people p on p.id = s.id
  join classes c on c.center_id = pl.center_id and c.id = pl.class_id
  where (s.status = 'inactive' or pl.type = 'regular')
    -- Leaves out places whose last day is today, because they are already ending.
    and not coalesce(upper(pl.during) = ${today}::date + 1, false)
`

/**
 * AT03: active students who missed their last three classes, the last one within the span. First finds the
 * students with such absences, and only then reads their names and status.
 */
export const absentees = (db: Db, center: CenterSql, { from, to, today }: Span) => db<Row<'AT03'>[]>`
  select s.id as student_id, ${nameOf(db, db`p`)} as student_name, lost.newest as date, lost.oldest as since
  from (
    select student_id, newest, oldest from (
      select distinct student_id from attendances
      where center_id = ${center} and held_on between ${from} and ${to} and held_on <= ${today} and arrived_at is null) missing
    cross join lateral (
      select max(held_on) as newest, min(held_on) as oldest from (
        select a.held_on, a.arrived_at from attendances a
        where a.center_id = ${center} and a.student_id = missing.student_id and a.held_on <= ${today} order by a.held_on desc limit 3) recent
      having count(*) = 3 and bool_and(arrived_at is null)) last
    where newest between ${from} and ${to} offset 0) lost
  join students s on s.center_id = ${center} and s.id = lost.student_id and s.status = 'active'
  join people p on p.id = s.id
`

const expiringDays = 7

/** MK01: open make-up credits that expire within a week. */
export const expiringCredits = (db: Db, center: CenterSql, { today }: Span) => db<Row<'MK01'>[]>`
  select cr.id as credit_id, cr.student_id, ${nameOf(db, db`p`)} as student_name, c.name as class_name, cr.expires_on as date,
    least(cr.expires_on - ${expiringDays}::int, ${today}::date) as since
  from credits cr
  join people p on p.id = cr.student_id
  join classes c on c.center_id = cr.center_id and c.id = cr.class_id
  where cr.center_id = ${center} and ${spendable(db, today)} and cr.expires_on <= ${today}::date + ${expiringDays}::int
`

/**
 * MK02: upcoming make-ups and trials on a day when the class doesn't meet, and make-ups in a class whose
 * subject or type differs from those of the missed class.
 */
export const impossibleGuests = (db: Db, center: CenterSql, span: Span) => db<Row<'MK02'>[]>`
  select * from (
    select pl.id as place_id, pl.student_id, ${nameOf(db, db`p`)} as student_name, c.id as class_id, c.name as class_name, pl.type, d.at as date,
      case when exists (select from closures cl where cl.center_id = pl.center_id and cl.held_on = d.at) then 'closed'
        when exists (select from class_days cd where cd.center_id = pl.center_id and cd.class_id = pl.class_id and cd.held_on = d.at
          and cd.canceled_at is not null) then 'canceled'
        when not exists (select from class_terms t where t.center_id = pl.center_id and t.class_id = pl.class_id and t.during @> d.at
          and t.day = extract(dow from d.at)) then 'no class'
        when (missed.subject, missed.type) <> (c.subject, c.type) then 'subject' end as why,
      ${dayOf(db, db`pl.created_at`)} as since
    from places pl
    cross join lateral (select lower(pl.during) as at) d
    join students s on s.center_id = pl.center_id and s.id = pl.student_id
    join people p on p.id = pl.student_id
    join classes c on c.center_id = pl.center_id and c.id = pl.class_id
    left join credits cr on cr.center_id = pl.center_id and cr.place_id = pl.id
    left join classes missed on missed.center_id = cr.center_id and missed.id = cr.class_id
    where pl.center_id = ${center} and pl.type in ('make-up', 'trial') and d.at between ${ahead(span).from} and ${ahead(span).to}) guests
  where why is not null
`

/** MK03: upcoming make-ups whose credit is void. */
export const voidGuests = (db: Db, center: CenterSql, span: Span) => db<Row<'MK03'>[]>`
  select pl.id as place_id, pl.student_id, ${nameOf(db, db`p`)} as student_name, c.id as class_id, c.name as class_name, pl.type,
    lower(pl.during) as date, ${dayOf(db, db`cr.void_at`)} as since
  from credits cr
  join places pl on pl.center_id = cr.center_id and pl.id = cr.place_id
  join students s on s.center_id = cr.center_id and s.id = cr.student_id
  join people p on p.id = pl.student_id
  join classes c on c.center_id = pl.center_id and c.id = pl.class_id
  where cr.center_id = ${center} and cr.void_at is not null and lower(pl.during) between ${ahead(span).from} and ${ahead(span).to}
`

const longBreak = 60

const breakColumns = (db: Db) => db`
  b.id as break_id, pl.student_id, ${nameOf(db, db`p`)} as student_name, c.id as class_id, c.name as class_name, lower(b.during) as date
`
/** Returns SQL for current and future breaks in places that haven't ended. */
const breaksFrom = (db: Db, center: CenterSql, { today }: Span) => db`
  from breaks b
  join places pl on pl.center_id = b.center_id and pl.id = b.place_id
  join people p on p.id = pl.student_id
  join classes c on c.center_id = pl.center_id and c.id = pl.class_id
  where b.center_id = ${center} and b.during && daterange(${today}::date, null) and pl.during && daterange(${today}::date, null)
`

/**
 * BR01: breaks that start before their place or end after it. A break without an end lasts until the place
 * ends.
 */
export const straying = (db: Db, center: CenterSql, span: Span) => db<Row<'BR01'>[]>`
  select ${breakColumns(db)}, least(lower(b.during), ${span.today}::date) as since ${breaksFrom(db, center, span)}
    and (lower(b.during) < lower(pl.during) or upper(b.during) > upper(pl.during))
`

/** BR02: breaks that started more than 60 days ago and have no end. */
export const endless = (db: Db, center: CenterSql, span: Span) => db<Row<'BR02'>[]>`
  select ${breakColumns(db)}, ${span.today}::date as today, lower(b.during) as since ${breaksFrom(db, center, span)}
    and upper_inf(b.during) and lower(b.during) < ${span.today}::date - ${longBreak}::int
`

/** FC01: first classes within the span on a day when the class doesn't meet. */
export const misplacedFirsts = (db: Db, center: CenterSql, { from, to, today }: Span) => db<Row<'FC01'>[]>`
  select pl.id as place_id, pl.student_id, ${nameOf(db, db`p`)} as student_name, c.id as class_id, c.name as class_name, d.at as date,
    least(d.at, ${today}::date) as since
  from places pl
  cross join lateral (select lower(pl.during) as at) d
  join people p on p.id = pl.student_id
  join classes c on c.center_id = pl.center_id and c.id = pl.class_id
  where pl.center_id = ${center} and pl.first_class and pl.type = 'regular' and d.at between ${from} and ${to} and not exists (
    select from class_terms t where t.center_id = pl.center_id and t.class_id = pl.class_id and t.during @> d.at and ${meeting(db)})
`

const lastDays = 14

/**
 * LC01: last classes within the next two weeks, if the student has no recent note and no later place in the
 * subject.
 */
export const lastClasses = (db: Db, center: CenterSql, { today }: Span) => db<Row<'LC01'>[]>`
  select pl.id as place_id, pl.student_id, ${nameOf(db, db`p`)} as student_name, c.id as class_id, c.name as class_name,
    upper(pl.during) - 1 as date, least(upper(pl.during) - 1 - ${lastDays}::int, ${today}::date) as since
  from places pl
  join students s on s.center_id = pl.center_id and s.id = pl.student_id and s.status = 'active'
  join people p on p.id = pl.student_id
  join classes c on c.center_id = pl.center_id and c.id = pl.class_id
  where pl.center_id = ${center} and pl.type = 'regular' and upper(pl.during) between ${today}::date + 1 and ${today}::date + 1 + ${lastDays}::int
    and not exists (
      select from places next join classes n on n.center_id = next.center_id and n.id = next.class_id and n.subject = c.subject
      where next.center_id = pl.center_id and next.student_id = pl.student_id and next.type = 'regular'
        and next.during && daterange(upper(pl.during), null))
    and not exists (
      select from student_notes note where note.center_id = pl.center_id and note.student_id = pl.student_id and note.active
        and ${dayOf(db, db`note.created_at`)} >= upper(pl.during) - 1 - ${lastDays}::int)
`

const stepDays = 3

/**
 * PR01: prospects whose trial was at least three days ago, unless they have a later place, a note since then
 * or an open next step, or have been lost.
 */
export const stalled = (db: Db, center: CenterSql, { today }: Span) => db<Row<'PR01'>[]>`
  select distinct on (s.id) s.id as student_id, ${nameOf(db, db`p`)} as student_name, c.name as class_name, lower(pl.during) as date,
    lower(pl.during) + ${stepDays}::int as since
  from ${having(db, center, db`status = 'prospect'`)}
  cross join lateral (select * from places where center_id = s.center_id and student_id = s.id and type = 'trial' offset 0) pl
  join people p on p.id = s.id
  join classes c on c.center_id = pl.center_id and c.id = pl.class_id
  where lower(pl.during) <= ${today}::date - ${stepDays}::int
    and not exists (
      select from places next where next.center_id = s.center_id and next.student_id = s.id and next.id <> pl.id
        and next.during && daterange(lower(pl.during) + 1, null))
    and not exists (
      select from student_notes note where note.center_id = s.center_id and note.student_id = s.id and note.active
        and ${dayOf(db, db`note.created_at`)} >= lower(pl.during))
    and not exists (
      select from prospects pr where pr.center_id = s.center_id and pr.student_id = s.id
        and (pr.next_step <> '' and (pr.next_on is null or pr.next_on >= ${today}::date) or pr.stage = 'lost' and pr.stage_at > pl.created_at))
  order by s.id, lower(pl.during) desc
`

/**
 * DA01: active students and prospects with the same name (compared as in the duplicate check) who also share
 * a grade, a parent or a parent's phone.
 */
export const alike = (db: Db, center: CenterSql) => db<Row<'DA01'>[]>`
  with namesakes as materialized (${namesakes(db, center, db`status <> 'inactive'`)})
  select s.id as student_id, ${nameOf(db, db`p`)} as student_name, s.student_num as num, o.id as other_id, o.student_num as other_num,
    case when s.grade = o.grade and s.grade <> '' then 'grade' else 'parent' end as alike, ${dayOf(db, db`greatest(s.created_at, o.created_at)`)} as since
  from namesakes n
  join namesakes other on other.name = n.name and other.student_id > n.student_id
  join students s on s.center_id = ${center} and s.id = n.student_id
  join people p on p.id = s.id
  join students o on o.center_id = ${center} and o.id = other.student_id
  where s.grade = o.grade and s.grade <> '' or exists (
    select from parent_links l join parent_links ol on ol.center_id = l.center_id and ol.student_id = o.id and ol.ended_at is null
      and (ol.parent_id = l.parent_id or ol.phone = l.phone and l.phone <> '')
    where l.center_id = s.center_id and l.student_id = s.id and l.ended_at is null)
`

/** DA02: active students and prospects without a parent who may be contacted and has an email or phone. */
export const unreachable = (db: Db, center: CenterSql) => db<Row<'DA02'>[]>`
  select s.id as student_id, ${nameOf(db, db`p`)} as student_name, ${dayOf(db, db`entered.created_at`)} as since
  from ${having(db, center, db`status <> 'inactive'`)} cross join ${created(db)} join people p on p.id = s.id
  where s.id not in (
      select student_id from parent_links where center_id = ${center} and ended_at is null and contact and phone <> '')
    and not exists (
      select from parent_links l join people parent on parent.id = l.parent_id
      where l.center_id = s.center_id and l.student_id = s.id and l.ended_at is null and l.contact and parent.email is not null offset 0)
`
