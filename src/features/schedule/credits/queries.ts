import { v7 as newId } from 'uuid'
import { instantOf } from '#server/clock.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { addDays } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import { meeting, seated } from '../places/queries.ts'
import type { PlaceType, Subject } from '../rules.ts'
import { type CreditSettings, givesCredit, type Reason } from './rules.ts'

type OfDay = { classId: string; on: Day; studentIds?: readonly string[] }

type MissRow = {
  studentId: string
  placeType: PlaceType | null
  onBreak: boolean
  attended: boolean | null
  noticedAt: string | null
  excused: boolean
  cancelled: boolean
  time: string
  /** The credit that there is, unless it is void, and what it is for. */
  creditId: string | null
  reason: Reason | null
  byHand: boolean
  timeZone: string
  creditDays: number
} & CreditSettings

/** What is known of a class on a day about these students, or about all who have a place or a credit then; nothing when it is no day of the class. */
export const missesOf = (db: Db, center: CenterId, { classId, on, studentIds }: OfDay) => db<MissRow[]>`
  select who.student_id, pl.type as place_type, b.id is not null as on_break, case when a.id is not null then a.arrived_at is not null end as attended,
    a.noticed_at, coalesce(a.excused, false) as excused, cd.cancelled_at is not null as cancelled, t.time,
    case when cr.void_at is null then cr.id end as credit_id, case when cr.void_at is null then cr.reason end as reason,
    coalesce(cr.by_hand, false) as by_hand, c.time_zone, c.credit_days, c.makeup_rule, c.notice_hours
  from centers c
  join class_terms t on t.center_id = c.id and t.class_id = ${classId} and t.during @> ${on}::date and t.day = extract(dow from ${on}::date)
  join (
    select student_id from places where center_id = ${center} and class_id = ${classId} and during @> ${on}::date
    union select student_id from credits where center_id = ${center} and class_id = ${classId} and missed_on = ${on}
  ) who on ${studentIds === undefined} or who.student_id = any(${[...(studentIds ?? [])]}::uuid[])
  left join places pl on pl.center_id = c.id and pl.class_id = t.class_id and pl.student_id = who.student_id and pl.during @> ${on}::date
  left join breaks b on b.center_id = pl.center_id and b.place_id = pl.id and b.during @> ${on}::date
  left join attendances a on a.center_id = c.id and a.class_id = t.class_id and a.student_id = who.student_id and a.held_on = ${on}
  left join class_days cd on cd.center_id = c.id and cd.class_id = t.class_id and cd.held_on = ${on}
  left join credits cr on cr.center_id = c.id and cr.class_id = t.class_id and cr.student_id = who.student_id and cr.missed_on = ${on}
  where c.id = ${center} order by who.student_id
`

type NewCredit = {
  id: string
  studentId: string
  classId: string
  missedOn: Day
  reason: Reason
  note: string
  expiresOn: Day
}

/** Stores credits, each once per missed class. One that was void holds again, until the day that it had, unless it is granted (`byHand`). */
export const putCredits = (db: Db, center: CenterId, { credits, byHand }: { credits: readonly NewCredit[]; byHand: boolean }) => db<
  { id: string }[]
>`
  insert into credits (center_id, id, student_id, class_id, missed_on, reason, note, expires_on, by_hand)
  select ${center}, id, "studentId", "classId", "missedOn", reason, note, "expiresOn", ${byHand} from jsonb_to_recordset(${db.json(credits)})
    as cr(id uuid, "studentId" uuid, "classId" uuid, "missedOn" date, reason text, note text, "expiresOn" date)
  order by "studentId"
  on conflict on constraint one_credit_a_miss do update set reason = excluded.reason, note = excluded.note, by_hand = excluded.by_hand,
    expires_on = case when excluded.by_hand then excluded.expires_on else credits.expires_on end, void_at = null, version = credits.version + 1
  returning id
`

/** Makes credits void. What they were spent on stays, for a person to decide. */
const voidCredits = (db: Db, center: CenterId, ids: readonly string[]) => db`
  update credits set void_at = now(), version = version + 1 where center_id = ${center} and id = any(${[...ids]}::uuid[]) and void_at is null
`

/**
 * Makes the credits for a class on a day follow from what is known of it, for these students or for all: call it after a mark or a cancelling has
 * changed, in the same transaction. The same facts again change nothing; what a person said of a credit stays.
 */
export async function settleCredits(db: Db, center: CenterId, { classId, on, studentIds }: OfDay) {
  const misses = await missesOf(db, center, { classId, on, studentIds })
  const due: NewCredit[] = []
  const gone: string[] = []
  for (const { studentId, byHand, creditId, reason: given, time, timeZone, creditDays, ...miss } of misses) {
    if (byHand) continue
    const reason = givesCredit({ ...miss, classAt: instantOf(timeZone, on, time), settings: miss })
    if (reason && reason !== given)
      due.push({ id: newId(), studentId, classId, missedOn: on, reason, note: '', expiresOn: addDays(on, creditDays) })
    if (!reason && creditId) gone.push(creditId)
  }
  if (due.length > 0) await putCredits(db, center, { credits: due, byHand: false })
  if (gone.length > 0) await voidCredits(db, center, gone)
}

export type CreditRow = {
  id: string
  studentId: string
  classId: string
  className: string
  subject: Subject
  missedOn: Day
  reason: Reason
  note: string
  expiresOn: Day
  voidAt: string | null
  byHand: boolean
  place: { _id: string; classId: string; className: string; on: Day; time: string; attended: boolean | null } | null
  version: number
  timeZone: string
}

const creditRows = (db: Db) => db`
  select cr.id, cr.student_id, cr.class_id, c.name as class_name, c.subject, cr.missed_on, cr.reason, cr.note, cr.expires_on, cr.void_at, cr.by_hand,
    case when pl.id is not null then jsonb_build_object('_id', pl.id, 'classId', pl.class_id, 'className', pc.name, 'on', lower(pl.during),
      'time', to_char(pt.time, 'HH24:MI'), 'attended', case when a.id is not null then a.arrived_at is not null end) end as place,
    cr.version, ce.time_zone
  from credits cr
  join centers ce on ce.id = cr.center_id
  join classes c on c.center_id = cr.center_id and c.id = cr.class_id
  left join places pl on pl.center_id = cr.center_id and pl.id = cr.place_id
  left join classes pc on pc.center_id = pl.center_id and pc.id = pl.class_id
  left join class_terms pt on pt.center_id = pl.center_id and pt.class_id = pl.class_id and pt.during @> lower(pl.during)
  left join attendances a on a.center_id = pl.center_id and a.class_id = pl.class_id and a.student_id = pl.student_id and a.held_on = lower(pl.during)
`

/** A student's credits, the latest missed class first. */
export const creditsOfStudent = (db: Db, center: CenterId, studentId: string) => db<CreditRow[]>`
  ${creditRows(db)} where cr.center_id = ${center} and cr.student_id = ${studentId} order by cr.missed_on desc, cr.id
`

export const creditById = (db: Db, center: CenterId, id: string) => db<CreditRow[]>`
  ${creditRows(db)} where cr.center_id = ${center} and cr.id = ${id}
`

/** Locks a credit, after its class. It is read after it, in a statement of its own, to see what it was spent on meanwhile. */
export const lockCreditById = (db: Db, center: CenterId, id: string) => db`
  select 1 from credits where center_id = ${center} and id = ${id} for no key update
`

type Changed = Pick<CreditRow, 'id' | 'expiresOn' | 'byHand'> & { isVoid: boolean }

export const changeCredit = (db: Db, center: CenterId, { id, expiresOn, byHand, isVoid }: Changed) => db`
  update credits set expires_on = ${expiresOn}, by_hand = ${byHand}, void_at = case when ${isVoid} then coalesce(void_at, now()) end,
    version = version + 1
  where center_id = ${center} and id = ${id}
`

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
  sameTeacher: boolean
  sameWeekday: boolean
  sameHour: boolean
}

/** For SQL with a meeting `m` and a credit: the student is in another class at that time. One that they are away from that day is none. */
const elsewhere = (db: Db, center: CenterId) => db`
  exists (select from places pl
    join class_terms o on o.center_id = pl.center_id and o.class_id = pl.class_id and o.during @> m.at and o.day = m.day
      and (o.time, o.time + make_interval(mins => o.minutes)) overlaps (m.time, m.time + make_interval(mins => m.minutes))
    where pl.center_id = ${center} and pl.student_id = m.student_id and pl.type <> 'waitlist' and pl.during @> m.at
      and not exists (select from breaks b where b.center_id = pl.center_id and b.place_id = pl.id and b.during @> m.at)
      and not exists (select from class_days cd
        where cd.center_id = pl.center_id and cd.class_id = pl.class_id and cd.held_on = m.at and cd.cancelled_at is not null)
      and not exists (select from attendances a
        where a.center_id = pl.center_id and a.class_id = pl.class_id and a.held_on = m.at and a.student_id = pl.student_id
          and a.mark = 'absent' and a.noticed_at is not null))
`

/** The meetings on which a credit can be spent within some days, best first. Today's are those that have not begun at `now`, HH:MM. */
export const makeupsOf = (db: Db, center: CenterId, { creditId, from, to, today, now }: Window) => db<FoundRow[]>`
  with credit as (
    select cr.student_id, c.subject, c.type, missed.teacher_id as missed_teacher, missed.day as missed_day, missed.time as missed_time, pr.level
    from credits cr
    join classes c on c.center_id = cr.center_id and c.id = cr.class_id
    left join class_terms missed on missed.center_id = cr.center_id and missed.class_id = cr.class_id and missed.during @> cr.missed_on
    left join programs pr on pr.center_id = cr.center_id and pr.student_id = cr.student_id and pr.name = c.subject and pr.level <> ''
    where cr.center_id = ${center} and cr.id = ${creditId}
  ),
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
  seats as (select t.*, t.max_size - ${seated(db)} as free from meetings t cross join lateral (select t.at) d)
  select m.class_id, m.name as class_name, m.at as "on", m.time, m.minutes, m.free,
    p.first_name as teacher_first_name, p.last_name as teacher_last_name,
    case when peers.there then m.level end as level, coalesce(m.teacher_id = m.missed_teacher, false) as same_teacher,
    coalesce(m.day = m.missed_day, false) as same_weekday,
    coalesce(extract(hour from m.time) = extract(hour from m.missed_time), false) as same_hour
  from seats m
  left join people p on p.id = m.teacher_id
  cross join lateral (select exists (select from places pl
    join programs pr on pr.center_id = pl.center_id and pr.student_id = pl.student_id and pr.name = m.subject and pr.level = m.level
    where pl.center_id = m.center_id and pl.class_id = m.class_id and pl.type = 'regular' and pl.during @> m.at) as there) peers
  where m.free > 0
    and not exists (select from places own
      where own.center_id = m.center_id and own.class_id = m.class_id and own.student_id = m.student_id and own.during @> m.at)
    and not ${elsewhere(db, center)}
  order by peers.there desc, same_teacher desc, same_weekday desc, same_hour desc, m.at, m.time, m.name, m.class_id limit 60
`
