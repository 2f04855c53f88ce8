import { isNoticed } from '../places/queries.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'

/**
 * Owner and reader of an address: the same person at one center, or a child and a parent at every center
 * where they are linked. `version` grows each time the reader's addresses are renewed.
 */
export type FeedContents = {
  ownerId: string
  firstName: string
  readerId: string
  centerId: string | null
  version: number
}

const reading = (db: Db) =>
  db`o.id as owner_id, o.first_name, r.id as reader_id, r.calendar_version as version`

/**
 * Finds a parent as the reader of a child's classes, if an active link gives the parent access to the portal.
 */
export const parentReading = (
  db: Db,
  { ownerId, readerId }: Pick<FeedContents, 'ownerId' | 'readerId'>,
) => db<FeedContents[]>`
  select ${reading(db)}, null as center_id from people o join people r on r.id = ${readerId}
  where o.id = ${ownerId} and r.disabled_at is null and exists (
    select from parent_links l where l.student_id = o.id and l.parent_id = r.id and l.portal and l.ended_at is null)
`

/**
 * Finds a student or teacher as the reader of their own classes. Returns one row for each of their centers,
 * or only for `center` if given, because each address covers one center.
 */
export const ownReadings = (db: Db, id: string, center: CenterId | null = null) => db<FeedContents[]>`
  select ${reading(db)}, at.center_id from people o join people r on r.id = o.id
  join (
    select center_id, id from students union select center_id, person_id from staff where duty = 'teacher' and active
  ) at on at.id = o.id and (${center}::text is null or at.center_id = ${center})
  where o.id = ${id} and r.disabled_at is null
`

/** Increments a reader's version, which invalidates all of their addresses. */
export const renewCalendar = (db: Db, readerId: string) => db<{ version: number }[]>`
  update people set calendar_version = calendar_version + 1 where id = ${readerId} returning calendar_version as version
`

export type MeetingRow = {
  classId: string
  on: Day
  time: string
  minutes: number
  name: string
  teacherId: string | null
  teacher: string
  center: string
  address: string
  city: string
  state: string
  zip: string
  timeZone: string
  canceled: boolean
  sequence: number
}

type Span = { from: Day; until: Day }

/** Returns SQL for the days of a span on the weekday of the term `t`. May include one day after the span. */
const daysOf = (db: Db, { from, until }: Span) => db`
  (select ${from}::date + (t.day - extract(dow from ${from}::date)::int + 7) % 7 + 7 * n as at
    from generate_series(0, (${until}::date - ${from}::date) / 7) n) d
`

/**
 * Returns the SQL condition that the student of the place `pl` is expected on `d.at`: not on a break, and
 * without an absence reported in advance.
 */
const expected = (db: Db) => db`
  pl.type <> 'waitlist' and pl.during @> d.at
  and not exists (select from breaks b where b.center_id = pl.center_id and b.place_id = pl.id and b.during @> d.at and pl.type = 'regular')
  and not ${isNoticed(db, db`d.at`)}
`

/**
 * Returns the classes of a person in a span of days at the centers of their calendar: those where they are
 * expected as a student, and those they teach, including as a substitute. Canceled classes and those on
 * closed days are included and flagged.
 */
export const meetingsOf = (db: Db, { ownerId: personId, readerId, centerId }: FeedContents, span: Span) => db<
  MeetingRow[]
>`
  with own as (
    select t.center_id, t.class_id, t.time, t.minutes, t.teacher_id, d.at
    from students s
    join places pl on pl.center_id = s.center_id and pl.student_id = s.id
    join class_terms t on t.center_id = pl.center_id and t.class_id = pl.class_id and t.during && pl.during
    cross join lateral ${daysOf(db, span)}
    where s.id = ${personId} and t.during @> d.at and d.at <= ${span.until} and ${expected(db)}
    union
    select t.center_id, t.class_id, t.time, t.minutes, t.teacher_id, d.at
    from class_terms t cross join lateral ${daysOf(db, span)}
    where t.teacher_id = ${personId} and t.during @> d.at and d.at <= ${span.until}
    union
    select t.center_id, t.class_id, t.time, t.minutes, t.teacher_id, cd.held_on
    from class_days cd
    join class_terms t on t.center_id = cd.center_id and t.class_id = cd.class_id and t.during @> cd.held_on
    where cd.substitute_id = ${personId} and cd.held_on between ${span.from} and ${span.until} and t.day = extract(dow from cd.held_on)
  )
  select own.class_id, own.at as "on", own.time, own.minutes, c.name, teacher.id as teacher_id,
    coalesce(trim(teacher.first_name || ' ' || teacher.last_name), '') as teacher,
    ce.id as center, ce.address, ce.city, ce.state, ce.zip, ce.time_zone,
    cd.canceled_at is not null or closed.held_on is not null as canceled, c.version - 1 + coalesce(cd.version, 0) + coalesce(turned.turns, 0) as sequence
  from own
  join classes c on c.center_id = own.center_id and c.id = own.class_id
  join centers ce on ce.id = own.center_id and ce.archived_at is null
  left join class_days cd on cd.center_id = own.center_id and cd.class_id = own.class_id and cd.held_on = own.at
  left join closures closed on closed.center_id = own.center_id and closed.held_on = own.at
  left join closure_turns turned on turned.center_id = own.center_id and turned.held_on = own.at
  left join people teacher on teacher.id = coalesce(cd.substitute_id, own.teacher_id)
  where not (own.teacher_id = ${personId} and cd.substitute_id is not null and cd.substitute_id <> ${personId})
    and (own.center_id = ${centerId} or exists (select from parent_links l where l.center_id = own.center_id and l.student_id = ${personId}
      and l.parent_id = ${readerId} and l.portal and l.ended_at is null))
  order by own.at, own.time, c.name, own.class_id
`
