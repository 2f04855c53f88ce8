import type { Mark } from '../rules.ts'
import { isOff } from '../places/queries.ts'
import type { CreditSettings } from '../credits/credit-state.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { ExpectedAs } from '../rules.ts'

/** Range of days in which to list a student's classes at a center that the caller may access. */
export type Span = { studentId: string; centerId: CenterId; from: Day; until: Day }

export type ComingRow = {
  studentId: string
  centerId: CenterId
  classId: string
  type: ExpectedAs
  name: string
  on: Day
  time: string
  minutes: number
  onBreak: boolean
  /** Name of the closure (may be empty) if the center is closed, otherwise null. */
  closed: string | null
  canceled: boolean
  mark: Mark | null
  reason: string
  noticedAt: string | null
  byFamily: boolean
  /** True if the student already has the maximum number of open credits for the subject. */
  hasEnough: boolean
  timeZone: string
} & CreditSettings

/**
 * Returns the SQL condition that another credit would exceed the limit, if it were given for missing the
 * class `c` (place `pl`, center `ce`) on `each.day`.
 */
const hasEnough = (db: Db) => db`
  (select count(*) >= ce.credit_limit and count(*) filter (where cr.class_id = pl.class_id and cr.missed_on = each.day) = 0
    from credits cr join classes missed on missed.center_id = cr.center_id and missed.id = cr.class_id and missed.subject = c.subject
    where cr.center_id = pl.center_id and cr.student_id = pl.student_id and cr.void_at is null
      and cr.expires_on >= each.day and cr.missed_on <= each.day + ce.credit_days and (cr.place_id is null or ${isOff(db)}))
`

/**
 * Returns the SQL `from` and `where` clauses for the classes in which students have a place (not a waitlist
 * place) on these days. They provide the place `pl`, center `ce`, class `c` and term `t` on `each.day`, with
 * the break `b`, closure `cl`, changes `d` of that day and attendance `a`, if any.
 */
const coming = (db: Db, spans: readonly Span[], { classId = null }: { classId?: string | null } = {}) => db`
  from jsonb_to_recordset(${db.json(spans)}) as span("studentId" uuid, "centerId" text, "from" date, until date)
  join centers ce on ce.id = span."centerId"
  join places pl on pl.center_id = ce.id and pl.student_id = span."studentId" and pl.type <> 'waitlist'
    and (${classId}::uuid is null or pl.class_id = ${classId})
  join class_terms t on t.center_id = pl.center_id and t.class_id = pl.class_id and t.during && pl.during
  join classes c on c.center_id = pl.center_id and c.id = pl.class_id
  cross join lateral (
    select span."from" + (t.day - extract(dow from span."from")::int + 7) % 7 + 7 * n as day
    from generate_series(0, (span.until - span."from") / 7) n
  ) each
  left join breaks b on b.center_id = pl.center_id and b.place_id = pl.id and b.during @> each.day and pl.type = 'regular'
  left join closures cl on cl.center_id = pl.center_id and cl.held_on = each.day
  left join class_days d on d.center_id = pl.center_id and d.class_id = pl.class_id and d.held_on = each.day
  left join attendances a on a.center_id = pl.center_id and a.class_id = pl.class_id and a.held_on = each.day and a.student_id = pl.student_id
  where t.during @> each.day and pl.during @> each.day and each.day <= span.until
`

/**
 * Returns the classes in which students have a place on these days, sorted by day and time. Includes classes
 * in which they aren't expected. `classId` limits them to one class.
 */
export const comingRows = (db: Db, spans: readonly Span[], limit: { classId?: string | null } = {}) => db<
  ComingRow[]
>`
  select pl.student_id, pl.center_id, pl.class_id, pl.type, c.name, each.day as "on", t.time, t.minutes, b.id is not null as on_break,
    cl.name as closed, d.canceled_at is not null as canceled, a.mark, coalesce(a.reason, '') as reason, a.noticed_at,
    a.told_by is not null as by_family, ${hasEnough(db)} as has_enough, ce.time_zone, ce.makeup_rule,
    coalesce(case when a.noticed_at is not null then a.notice_hours end, ce.notice_hours) as notice_hours
  ${coming(db, spans, limit)}
  order by each.day, t.time, c.name, pl.class_id
`
