import { found } from '#features/students/list-queries.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import { classWords } from '#features/history/queries.ts'
import { isOff, spendable, type BookedRow } from '../places/queries.ts'
import type { ClassType } from '../rules.ts'
import type { Subject } from '#features/centers/rules.ts'
import type { CreditSettings, DueCredit, MissedClassCredit, OpenCredit, Reason } from './credit-state.ts'
import type { Stay } from './settlement.ts'

/** Selects meetings of one class or of all classes, on one or more days, and the students to consider. */
export type Meetings = { classId?: string; on: Day | readonly Day[]; studentIds?: readonly string[] }

export type KnownRow = Omit<MissedClassCredit, 'settings' | 'canceled'> &
  CreditSettings & { isCanceled: boolean; isClosed: boolean; timeZone: string; creditDays: number }

/**
 * Returns the facts about meetings: one row for each meeting and each student with a place in it or a credit
 * for it, limited to `studentIds` if given. Includes days with a credit on which the class no longer meets;
 * those rows have no place.
 */
export const knownOf = (db: Db, center: CenterId, { classId, on, studentIds }: Meetings) => {
  const ofClass = db`(${classId === undefined} or class_id = ${classId ?? null})`
  return db<KnownRow[]>`
  with d as materialized (select at from unnest(${[on].flat()}::date[]) at),
  m as materialized (
    select t.class_id, d.at, t.time from d
    join class_terms t on t.center_id = ${center} and t.during @> d.at and t.day = extract(dow from d.at) where ${ofClass}
  ),
  who as (
    select m.class_id, m.at, pl.student_id from m
    join places pl on pl.center_id = ${center} and pl.class_id = m.class_id and pl.during @> m.at
    union select class_id, missed_on, student_id from credits where center_id = ${center} and ${ofClass} and missed_on in (select at from d)
  )
  select who.student_id, who.class_id, k.subject, who.at as "on", pl.type as place_type, b.id is not null as on_break,
    case when a.id is not null then a.arrived_at is not null end as attended, a.noticed_at, coalesce(a.excused, false) as excused,
    cd.canceled_at is not null as is_canceled, cl.held_on is not null as is_closed,
    (who.at + coalesce(m.time, time '00:00')) at time zone c.time_zone as class_at,
    case when cr.void_at is null then cr.id end as credit_id, case when cr.void_at is null then cr.reason end as given,
    coalesce(cr.by_hand, false) as by_hand, cr.over_limit is not null as is_beyond, cr.place_id is not null as is_spent,
    c.time_zone, c.credit_days, who.at + c.credit_days as expires_on, c.credit_limit, c.makeup_rule,
    coalesce(a.notice_hours, c.notice_hours) as notice_hours
  from who
  join centers c on c.id = ${center}
  join classes k on k.center_id = c.id and k.id = who.class_id
  left join m on m.class_id = who.class_id and m.at = who.at
  left join places pl on pl.center_id = c.id and pl.class_id = m.class_id and pl.student_id = who.student_id and pl.during @> who.at
  left join breaks b on b.center_id = pl.center_id and b.place_id = pl.id and b.during @> who.at
  left join attendances a on a.center_id = c.id and a.class_id = who.class_id and a.student_id = who.student_id and a.held_on = who.at
  left join class_days cd on cd.center_id = c.id and cd.class_id = who.class_id and cd.held_on = who.at
  left join closures cl on cl.center_id = c.id and cl.held_on = who.at
  left join credits cr on cr.center_id = c.id and cr.class_id = who.class_id and cr.student_id = who.student_id and cr.missed_on = who.at
  where ${studentIds === undefined} or who.student_id = any(${[...(studentIds ?? [])]}::uuid[])
  order by who.student_id, who.at, m.time
`
}

/** Returns the credits of these students that can be used for a make-up on a day. */
export const openCredits = (
  db: Db,
  center: CenterId,
  { studentIds, on }: { studentIds: readonly string[]; on: Day },
) => db<OpenCredit[]>`
  select cr.id, cr.student_id, c.subject, cr.missed_on, cr.expires_on
  from credits cr join classes c on c.center_id = cr.center_id and c.id = cr.class_id
  where cr.center_id = ${center} and cr.student_id = any(${[...studentIds]}::uuid[]) and ${spendable(db, on)}
`

type NewCredit = Omit<DueCredit, 'overLimit'> & { id: string; note: string; overLimit?: number | null }

/**
 * Upserts credits, one per missed class. An existing credit is restored; it keeps its last day unless staff
 * grant it (`byHand`). A credit that exceeds the limit is stored as void.
 */
export const putCredits = (
  db: Db,
  center: CenterId,
  { credits, byHand }: { credits: readonly NewCredit[]; byHand: boolean },
) => db<{ id: string }[]>`
  insert into credits (center_id, id, student_id, class_id, missed_on, reason, note, expires_on, by_hand, over_limit, void_at)
  select ${center}, id, "studentId", "classId", "missedOn", reason, note, "expiresOn", ${byHand}, "overLimit",
      case when "overLimit" is not null then now() end
    from jsonb_to_recordset(${db.json(credits)}) as cr(
      id uuid, "studentId" uuid, "classId" uuid, "missedOn" date, reason text, note text, "expiresOn" date, "overLimit" int)
  order by "studentId", "missedOn", "classId"
  on conflict on constraint one_credit_a_miss do update set reason = excluded.reason, note = excluded.note, by_hand = excluded.by_hand,
    expires_on = case when excluded.by_hand then excluded.expires_on else credits.expires_on end, over_limit = excluded.over_limit,
    void_at = excluded.void_at, version = credits.version + 1
  returning id
`

export type CreditRow = {
  id: string
  studentId: string
  classId: string
  className: string
  subject: Subject
  type: ClassType
  missedOn: Day
  reason: Reason
  note: string
  expiresOn: Day
  voidAt: string | null
  byHand: boolean
  place: {
    _id: string
    classId: string
    className: string
    on: Day
    time: string
    waits: boolean
    attended: boolean | null
    isOff: boolean
  } | null
  overLimit: number | null
  version: number
  timeZone: string
}

const creditRows = (db: Db) => db`
  select cr.id, cr.student_id, cr.class_id, ${classWords(db, { on: db`cr.missed_on`, dated: true })} as class_name, c.subject, c.type, cr.missed_on, cr.reason,
    cr.note, cr.expires_on, cr.void_at, cr.by_hand, cr.over_limit, case when pl.id is not null then jsonb_build_object('_id', pl.id, 'classId', pl.class_id,
      'className', pc.name, 'on', lower(pl.during), 'time', to_char(pt.time, 'HH24:MI'), 'waits', pl.requested_by is not null,
      'attended', case when a.id is not null then a.arrived_at is not null end, 'isOff', ${isOff(db)}) end as place, cr.version, ce.time_zone
  from credits cr
  join centers ce on ce.id = cr.center_id
  join classes c on c.center_id = cr.center_id and c.id = cr.class_id
  left join places pl on pl.center_id = cr.center_id and pl.id = cr.place_id
  left join classes pc on pc.center_id = pl.center_id and pc.id = pl.class_id
  left join class_terms pt on pt.center_id = pl.center_id and pt.class_id = pl.class_id and pt.during @> lower(pl.during)
  left join attendances a on a.center_id = pl.center_id and a.class_id = pl.class_id and a.student_id = pl.student_id and a.held_on = lower(pl.during)
`

/** Returns a student's credits, with the latest missed class first. */
export const creditsOfStudent = (db: Db, center: CenterId, studentId: string) => db<CreditRow[]>`
  ${creditRows(db)} where cr.center_id = ${center} and cr.student_id = ${studentId} order by cr.missed_on desc, cr.id
`

export const creditById = (db: Db, center: CenterId, id: string) => db<CreditRow[]>`
  ${creditRows(db)} where cr.center_id = ${center} and cr.id = ${id}
`

type CreditQuery = { filter: number; search: string }

export type CreditLine = CreditRow & { studentNum: string; firstName: string; lastName: string }

const page = 500

/**
 * Returns a page of the credits of students who match a filter and search, with the latest missed class
 * first. Continues after the last row of the previous page.
 */
export const creditLines = (
  db: Db,
  center: CenterId,
  { last, ...query }: CreditQuery & { last: CreditLine | null },
) => db<CreditLine[]>`
  select held.*, s.student_num, p.first_name, p.last_name
  from (${creditRows(db)} where cr.center_id = ${center}
      ${last ? db`and (cr.missed_on, cr.id) < (${last.missedOn}, ${last.id})` : db``}) held
  join students s on s.center_id = ${center} and s.id = held.student_id
  join people p on p.id = s.id
  where ${found(db, center, query)} order by held.missed_on desc, held.id desc limit ${page}
`

/** Returns the number of matching credits, and the ids of their students. */
export const creditCount = (db: Db, center: CenterId, query: CreditQuery) => db<
  { count: number; children: string[] }[]
>`
  select count(*)::int as count, coalesce(array_agg(distinct s.id), '{}') as children from credits cr join students s on s.center_id = cr.center_id and s.id = cr.student_id
  where cr.center_id = ${center} and ${found(db, center, query)}
`

/**
 * Locks a credit. Lock its class first, and read the credit afterward in a separate statement, to see how it
 * was used in the meantime.
 */
export const lockCreditById = (db: Db, center: CenterId, id: string) => db`
  select 1 from credits where center_id = ${center} and id = ${id} for no key update
`

type ChangedCredit = Pick<CreditRow, 'id' | 'expiresOn' | 'byHand'> & { isVoid: boolean }

export const changeCredit = (
  db: Db,
  center: CenterId,
  { id, expiresOn, byHand, isVoid }: ChangedCredit,
) => db`
  update credits set expires_on = ${expiresOn}, by_hand = ${byHand}, void_at = case when ${isVoid} then coalesce(void_at, now()) end,
    over_limit = case when ${isVoid} then over_limit end, version = version + 1
  where center_id = ${center} and id = ${id}
`

/** Voids the credits for missed classes. Make-ups already booked with them remain booked. */
export const voidCredits = (
  db: Db,
  center: CenterId,
  missed: readonly Pick<MissedClassCredit, 'studentId' | 'classId' | 'on'>[],
) => db`
  update credits cr set void_at = coalesce(void_at, now()), over_limit = null, version = version + 1
  from jsonb_to_recordset(${db.json(missed.map(({ studentId, classId, on }) => ({ studentId, classId, on })))})
    as gone("studentId" uuid, "classId" uuid, "on" date)
  where cr.center_id = ${center} and cr.student_id = gone."studentId" and cr.class_id = gone."classId" and cr.missed_on = gone."on"
`

/**
 * Returns the make-ups on or after a day that are booked with these credits, except those already attended.
 */
export const makeupsWith = (
  db: Db,
  center: CenterId,
  { creditIds, from }: { creditIds: readonly string[]; from: Day },
) => db<BookedRow[]>`
  select pl.id as place_id, pl.class_id, c.name, lower(pl.during) as "on"
  from credits cr
  join places pl on pl.center_id = cr.center_id and pl.id = cr.place_id
  join classes c on c.center_id = pl.center_id and c.id = pl.class_id
  where cr.center_id = ${center} and cr.id = any(${[...creditIds]}::uuid[]) and lower(pl.during) >= ${from} and not exists (
    select from attendances a where a.center_id = pl.center_id and a.class_id = pl.class_id and a.student_id = pl.student_id
      and a.held_on = lower(pl.during) and a.arrived_at is not null)
  order by pl.during, pl.id
`

/**
 * Returns the days in `spans` for which there is a credit for missing the class, or something that can give
 * one: a cancellation, a closure or, if `studentId` is given, attendance.
 */
export const daysThatCount = (db: Db, center: CenterId, { classId, studentId, spans }: Stay) => db<
  { on: Day }[]
>`
  with asked as (select range_agg(daterange("from", "to", '[]')) as days from jsonb_to_recordset(${db.json(spans)}) as s("from" date, "to" date))
  select distinct "on" from asked, (
    select missed_on as "on" from credits
      where center_id = ${center} and class_id = ${classId} and (${studentId ?? null}::uuid is null or student_id = ${studentId ?? null})
    union all select held_on from class_days where center_id = ${center} and class_id = ${classId} and canceled_at is not null
    union all select held_on from closures where center_id = ${center}
    union all select held_on from attendances
      where center_id = ${center} and class_id = ${classId} and student_id = ${studentId ?? null}
  ) known where asked.days @> "on" order by "on"
`
