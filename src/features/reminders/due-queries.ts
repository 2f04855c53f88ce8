import type { AutomaticKind } from '#features/family/subscriptions/kinds.ts'
import { openInvoices } from '#features/billing/queries.ts'
import { meeting } from '#features/schedule/places/queries.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { Facts, Reader } from './message-words.ts'
import type { Moment } from './sending-times.ts'

/**
 * A kind of message that a center has switched on, with the center's local day and time. `days` is the number
 * of days before or after the event. `announced` lists the days whose classes are announced now, or the
 * Saturdays whose weekly summaries are sent now.
 */
export type DueQuery = Moment & {
  center: CenterId
  /** Instant and local day at which the kind was switched on. Earlier events cause no messages. */
  onSince: string
  onSinceDay: Day
  days: number | null
  announced: readonly Day[]
}

/** Delay before a message about an event is sent, so that the event can still be undone. */
const grace = '3 minutes'

/** Returns the SQL condition that a student holds the place `pl` on a day, and isn't on a break then. */
const isThere = (db: Db, on: ReturnType<Db>) => db`
  pl.type <> 'waitlist' and pl.during @> ${on} and not exists (
    select from breaks b where b.center_id = pl.center_id and b.place_id = pl.id and b.during @> ${on} and pl.type = 'regular')
`

/**
 * Selects children who have classes on the announced days. Leaves out classes that have already begun. Each
 * child gets one message per day.
 */
const classes = (db: Db, { center, announced, today, time }: DueQuery) => db`
  select pl.student_id, pl.student_id || ' ' || d.at as about, json_build_object('on', d.at, 'classes',
    json_agg(json_build_object('name', c.name, 'time', to_char(t.time, 'HH24:MI')) order by t.time, c.name)) as facts
  from unnest(${[...announced]}::date[]) d(at)
  join class_terms t on t.center_id = ${center} and t.during @> d.at and ${meeting(db)}
  join classes c on c.center_id = t.center_id and c.id = t.class_id
  join places pl on pl.center_id = t.center_id and pl.class_id = t.class_id and ${isThere(db, db`d.at`)} and pl.requested_by is null
  where (d.at > ${today}::date or t.time > ${time}::time) and not exists (
    select from attendances a where a.center_id = pl.center_id and a.class_id = pl.class_id and a.held_on = d.at
      and a.student_id = pl.student_id and a.mark = 'absent')
  group by pl.student_id, d.at
`

/** Selects children who were marked absent within the last day, without notice or excuse. */
const absences = (db: Db, { center, today, onSince }: DueQuery) => db`
  select a.student_id, concat_ws(' ', a.student_id, a.class_id, a.held_on) as about,
    json_build_object('name', c.name, 'on', a.held_on, 'time', to_char(t.time, 'HH24:MI')) as facts
  from attendances a join classes c on c.center_id = a.center_id and c.id = a.class_id
  join class_terms t on t.center_id = a.center_id and t.class_id = a.class_id and t.during @> a.held_on
  where a.center_id = ${center} and a.held_on between ${today}::date - 1 and ${today} and a.mark = 'absent' and a.noticed_at is null
    and not a.excused and a.taken_at < now() - ${grace}::interval and a.taken_at > greatest(${onSince}::timestamptz, now() - interval '1 day')
`

/** Selects children expected in a canceled class, and those whose class moves to another weekday or time. */
const changes = (db: Db, { center, today, time, onSince }: DueQuery) => db`
  select pl.student_id, concat_ws(' ', pl.student_id, d.class_id, d.held_on, extract(epoch from d.canceled_at)) as about,
    json_build_object('name', c.name, 'on', d.held_on, 'time', to_char(t.time, 'HH24:MI'), 'reason', d.cancel_reason, 'was', null) as facts
  from class_days d join classes c on c.center_id = d.center_id and c.id = d.class_id
  join class_terms t on t.center_id = d.center_id and t.class_id = d.class_id and t.during @> d.held_on and t.day = extract(dow from d.held_on)
  join places pl on pl.center_id = d.center_id and pl.class_id = d.class_id and ${isThere(db, db`d.held_on`)}
  where d.center_id = ${center} and d.held_on between ${today} and ${today}::date + 60 and (d.held_on > ${today} or t.time > ${time}::time)
    and d.canceled_at < now() - ${grace}::interval and d.canceled_at > ${onSince}
    and not exists (select from closures cl where cl.center_id = d.center_id and cl.held_on = d.held_on)
  union all
  select pl.student_id, concat_ws(' ', pl.student_id, t.class_id, f.on, t.time) as about,
    json_build_object('name', c.name, 'on', f.on, 'time', to_char(t.time, 'HH24:MI'), 'reason', '',
      'was', json_build_object('day', old.day, 'time', to_char(old.time, 'HH24:MI'))) as facts
  from class_terms t
  join class_terms old on old.center_id = t.center_id and old.class_id = t.class_id and upper(old.during) = lower(t.during)
    and (old.day, old.time) is distinct from (t.day, t.time)
  cross join lateral (select lower(t.during) + (t.day - extract(dow from lower(t.during))::int + 7) % 7 as on) f
  join classes c on c.center_id = t.center_id and c.id = t.class_id
  join places pl on pl.center_id = t.center_id and pl.class_id = t.class_id and pl.type = 'regular' and pl.during @> f.on
  where t.center_id = ${center} and lower(t.during) between ${today} and ${today}::date + 14
    and t.written_at < now() - ${grace}::interval and t.written_at > ${onSince}
`

/** Selects children with an unused credit that expires within the chosen number of days. */
const expiries = (db: Db, { center, today, days }: DueQuery) => db`
  select cr.student_id, concat_ws(' ', cr.id, cr.expires_on) as about,
    json_build_object('name', c.name, 'missedOn', cr.missed_on, 'expiresOn', cr.expires_on) as facts
  from credits cr join classes c on c.center_id = cr.center_id and c.id = cr.class_id
  where cr.center_id = ${center} and cr.void_at is null and cr.place_id is null
    and cr.expires_on between ${today} and ${today}::date + ${days ?? 0}::int
`

/**
 * Selects children with unfinished homework that was due the chosen number of days ago, or up to a week
 * before that.
 */
const overdue = (db: Db, { center, today, onSinceDay, days }: DueQuery) => db`
  select w.student_id, w.id::text as about, json_build_object('name', w.name, 'dueOn', w.due_on) as facts
  from work w where w.center_id = ${center} and w.kind = 'homework' and w.state in ('assigned', 'started') and w.due_on is not null
    and w.due_on between ${today}::date - ${days ?? 0}::int - 7 and ${today}::date - ${days ?? 0}::int
    and w.due_on + ${days ?? 0}::int >= ${onSinceDay}::date
`

/** Selects children with an assessment that was returned within the last two days. */
const reports = (db: Db, { center, onSince }: DueQuery) => db`
  select w.student_id, w.id::text as about, json_build_object('name', w.name, 'workId', w.id) as facts
  from work w where w.center_id = ${center} and w.kind = 'assessment' and w.state = 'returned'
    and w.returned_at < now() - ${grace}::interval and w.returned_at > greatest(${onSince}::timestamptz, now() - interval '2 days')
`

/**
 * Selects unpaid invoices that are due within the chosen number of days. Only the payer gets a message, and
 * not until two days after the invoice was sent.
 */
const invoices = (db: Db, { center, today, days }: DueQuery) => {
  const soon = db`due_on between ${today} and ${today}::date + ${days ?? 0}::int`
  return db`
    select child.student_id, i.id::text as about, json_build_object('number', i.number, 'month', to_char(i.month, 'YYYY-MM'), 'dueOn', i.due_on,
      'open', i.open, 'currency', i.currency, 'payerId', i.payer_id) as facts
    from (${openInvoices(
      db,
      center,
      db`i.payer_id in (select payer_id from invoices where center_id = ${center} and state = 'sent' and ${soon})`,
    )}) i
    cross join lateral (
      select l.student_id from parent_links l
      where l.center_id = i.center_id and l.parent_id = i.payer_id and l.ended_at is null and l.contact and l.mails
      order by l.student_id limit 1) child
    where i.open > 0 and i.${soon} and i.sent_on <= ${today}::date - 2
  `
}

/** Selects children who had a class or finished work in the seven days before a Saturday in `announced`. */
const weeks = (db: Db, { center, announced, onSinceDay }: DueQuery) => db`
  select s.id as student_id, s.id || ' ' || d.at as about, json_build_object('from', d.at - 7, 'until', d.at - 1, 'came', marks.came,
    'classes', marks.classes, 'done', work.done, 'correct', work.correct, 'total', work.total, 'open', work.open, 'awards', awards.given,
    'mastered', mastered.names) as facts
  from unnest(${[...announced]}::date[]) d(at)
  join centers c on c.id = ${center}
  join students s on s.center_id = c.id and s.status = 'active'
  cross join lateral (
    select count(*)::int as classes, (count(*) filter (where a.mark <> 'absent'))::int as came from attendances a
    where a.center_id = s.center_id and a.student_id = s.id and a.held_on between d.at - 7 and d.at - 1) marks
  cross join lateral (
    select count(*) filter (where in_week)::int as done, coalesce(sum(w.correct) filter (where in_week), 0)::int as correct,
      coalesce(sum(w.total) filter (where in_week), 0)::int as total,
      (count(*) filter (where w.kind = 'homework' and w.state in ('assigned', 'started')))::int as open
    from (
      select w.*, coalesce((w.submitted_at at time zone c.time_zone)::date between d.at - 7 and d.at - 1
        and (w.kind = 'homework' or w.state = 'returned'), false) as in_week
      from work w where w.center_id = s.center_id and w.student_id = s.id and w.state <> 'void') w) work
  cross join lateral (
    select count(*)::int as given from student_awards x
    where x.center_id = s.center_id and x.student_id = s.id and (x.given_at at time zone c.time_zone)::date between d.at - 7 and d.at - 1) awards
  cross join lateral (
    select coalesce(json_agg(se.name order by se.chapter_num, se.num, se.name), '[]') as names
    from section_estimates e join sections se on se.id = e.section_id
    where e.center_id = s.center_id and e.student_id = s.id and (e.mastered_at at time zone c.time_zone)::date between d.at - 7 and d.at - 1) mastered
  where d.at > ${onSinceDay}::date and marks.classes + work.done > 0 and exists (
    select from parent_links l where l.center_id = s.center_id and l.student_id = s.id and l.ended_at is null and l.contact and l.mails
      and not exists (select from sent_reminders r where r.center_id = s.center_id and r.kind = 'week' and r.about = s.id || ' ' || d.at
        and r.person_id = l.parent_id))
`

const due: Record<AutomaticKind, (db: Db, due: DueQuery) => ReturnType<Db>> = {
  class: classes,
  absent: absences,
  change: changes,
  expiry: expiries,
  overdue,
  report: reports,
  invoice: invoices,
  week: weeks,
}

export type ClaimedMessage<K extends AutomaticKind> = Reader & {
  facts: Facts[K]
  personId: string
  email: string
}

/**
 * Claims up to `most` due messages of a kind that haven't been sent yet. Claims take effect only if this
 * transaction commits. `offset 0` makes PostgreSQL look up each due message by index instead of reading all
 * sent ones.
 */
export const claimDue = <K extends AutomaticKind>(db: Db, kind: K, at: DueQuery, most: number) => db<
  ClaimedMessage<K>[]
>`
  with due as materialized (${due[kind](db, at)}),
  wanted as materialized (
    select due.about, due.facts, due.student_id, child.first_name as child, parent.id as person_id, parent.first_name as parent, parent.email,
      l.portal and parent.in_use and parent.disabled_at is null as can_open
    from due join students s on s.center_id = ${at.center} and s.id = due.student_id and s.status <> 'inactive'
    join people child on child.id = s.id
    join parent_links l on l.center_id = s.center_id and l.student_id = s.id and l.ended_at is null and l.contact and l.mails
    join people parent on parent.id = l.parent_id and parent.email is not null and parent.mail_refused_at is null
    where (due.facts ->> 'payerId' is null or parent.id = (due.facts ->> 'payerId')::uuid)
      and not exists (
        select from unsubscriptions u where u.center_id = s.center_id and u.person_id = parent.id and u.kind in ('all', ${kind}) offset 0)
      and not exists (
        select from sent_reminders r
        where r.center_id = s.center_id and r.kind = ${kind} and r.about = due.about and r.person_id = parent.id
        offset 0)
    order by due.about, parent.id limit ${most}
  ),
  claimed as (
    insert into sent_reminders (center_id, kind, about, person_id) select ${at.center}, ${kind}, about, person_id from wanted
    on conflict do nothing returning about, person_id
  )
  select w.student_id, w.child, w.parent, w.person_id, w.email, w.can_open, w.facts from wanted w join claimed using (about, person_id)
  order by w.about, w.person_id
`
