import type { Avatar } from '#features/accounts/rules.ts'
import type { MakeupBooking } from '#features/centers/rules.ts'
import type { Mark } from '#features/schedule/rules.ts'
import type { WorkKind, WorkState } from '#features/practice/rules.ts'
import { classWords } from '#features/history/queries.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'

export type ChildRow = {
  centerId: CenterId
  id: string
  firstName: string
  avatar: Avatar
  grade: string
  timeZone: string
  makeupBooking: MakeupBooking
  noticeHours: number
  pickup: boolean
  programs: { name: string; level: string; chapter: number | null }[]
}

/**
 * Selects a parent's children, one row per center. Includes only active links with portal access (product
 * §5). `workFigures` and `marksOf` don't check access, so pass them only centers from these rows.
 */
export const childRows = (db: Db, parentId: string, { id = null }: { id?: string | null } = {}) => db<
  ChildRow[]
>`
  select l.center_id, p.id, p.first_name, p.avatar, s.grade, c.time_zone, c.makeup_booking, c.notice_hours, l.pickup,
    coalesce((select jsonb_agg(jsonb_build_object('name', pr.name, 'level', pr.level, 'chapter', pr.chapter) order by pr.name)
      from programs pr where pr.center_id = l.center_id and pr.student_id = l.student_id), '[]') as programs
  from parent_links l
  join students s on s.center_id = l.center_id and s.id = l.student_id
  join people p on p.id = l.student_id
  join centers c on c.id = l.center_id
  where l.parent_id = ${parentId} and l.portal and l.ended_at is null and (${id}::uuid is null or l.student_id = ${id})
  order by p.first_name, p.id, l.center_id
`

/** Selects the phone number and email address of each center of a parent's children, by center id. */
export const centerContacts = (db: Db, parentId: string) => db<
  { id: string; phone: string; email: string }[]
>`
  select distinct c.id, c.phone, c.email from parent_links l join centers c on c.id = l.center_id
  where l.parent_id = ${parentId} and l.portal and l.ended_at is null order by c.id
`

export type ChildSettings = {
  id: string
  centerId: CenterId
  avatar: Avatar
  mails: boolean
  version: number
}

/**
 * Selects the settings of a child that a parent may change, if the link is active and has portal access.
 * `lock` locks the child and the links for a change.
 */
export async function childSettings(
  db: Db,
  parentId: string,
  { id, lock = false }: { id: string; lock?: boolean },
) {
  const mine = db`l.parent_id = ${parentId} and l.student_id = ${id} and l.portal and l.ended_at is null`
  if (lock) await db`select 1 from people where id = ${id} for no key update`
  return await db<ChildSettings[]>`
    select p.id, min(l.center_id) as center_id, p.avatar, bool_and(l.mails) as mails, (p.version + sum(l.version))::int as version
    from people p join (select * from parent_links l where ${mine} order by l.center_id ${lock ? db`for no key update` : db``}) l on l.student_id = p.id
    group by p.id
  `
}

/** Changes the child's avatar, and the email setting in every link between the parent and the child. */
export const changeChild = (db: Db, parentId: string, { id, avatar, mails }: ChildSettings) => db`
  with wished as (
    update parent_links set mails = ${mails}, updated_at = now(), version = version + 1
    where parent_id = ${parentId} and student_id = ${id} and portal and ended_at is null and mails <> ${mails}
  )
  update people set avatar = ${avatar}, version = version + 1 where id = ${id} and avatar <> ${avatar}
`

/** A child at a center, with the center's make-up rules. */
export type ChildCenterRow = Pick<ChildRow, 'id' | 'centerId' | 'timeZone' | 'makeupBooking' | 'noticeHours'>

/** Selects a student's own centers. Booking is always `office`, because students can't book make-ups. */
export const ownRows = (db: Db, studentId: string) => db<ChildCenterRow[]>`
  select s.id, s.center_id, c.time_zone, 'office' as makeup_booking, c.notice_hours from students s join centers c on c.id = s.center_id where s.id = ${studentId} order by s.center_id
`

/** A child at a center where the caller has access, with the center's date and the first day to include. */
export type SeatQuery = { studentId: string; centerId: CenterId; on: Day; since: Day }

const seatRows = (db: Db, seats: readonly SeatQuery[]) => db`
  jsonb_to_recordset(${db.json(seats)}) as seat("studentId" uuid, "centerId" text, "on" date, since date)
`

const openOf = (db: Db, kind: WorkKind) =>
  db`jsonb_build_object(${kind}::text, count(*) filter (where h.kind = ${kind} and h.state in ('assigned', 'started')))`

type FiguresRow = {
  studentId: string
  open: Record<WorkKind, number>
  last: {
    _id: string
    kind: WorkKind
    name: string
    state: WorkState
    correct: number | null
    total: number | null
  } | null
}

/**
 * Counts open work by kind, and selects the work completed last. Tests and assessments count as completed
 * once they are returned.
 */
export const workFigures = (db: Db, seats: readonly SeatQuery[]) => db<FiguresRow[]>`
  select h.student_id, ${openOf(db, 'assessment')} || ${openOf(db, 'homework')} || ${openOf(db, 'test')} as open,
    (array_agg(jsonb_build_object('_id', h.id, 'kind', h.kind, 'name', h.name, 'state', h.state, 'correct', h.correct, 'total', h.total)
      order by h.submitted_at desc, h.id desc) filter (where h.submitted_at is not null and (h.kind = 'homework' or h.state = 'returned')))[1] as last
  from ${seatRows(db, seats)} join work h on h.center_id = seat."centerId" and h.student_id = seat."studentId" and h.state <> 'void'
  group by h.student_id
`

type MarkRow = {
  studentId: string
  on: Day
  isToday: boolean
  name: string
  mark: Mark
  arrivedAt: string | null
  excused: boolean
}

/** Selects the children's marks from `since` until today, oldest first. */
export const marksOf = (db: Db, seats: readonly SeatQuery[]) => db<MarkRow[]>`
  select a.student_id, a.held_on as "on", a.held_on = seat."on" as is_today, ${classWords(db, { on: db`a.held_on`, dated: true })} as name,
    a.mark, a.arrived_at, a.excused
  from ${seatRows(db, seats)}
  join attendances a on a.center_id = seat."centerId" and a.student_id = seat."studentId" and a.held_on between seat.since and seat."on"
  join classes c on c.center_id = a.center_id and c.id = a.class_id
  order by a.held_on, a.taken_at, a.id
`

export type ParentRow = { id: string; firstName: string; lastName: string; phone: string; version: number }

/**
 * Selects the parent's own data, and locks it for a change. Each of the parent's links has its own phone
 * number. The result has the number from the active link that was changed last.
 */
export const lockParent = (db: Db, id: string) => db<ParentRow[]>`
  select p.id, p.first_name, p.last_name, p.version,
    coalesce((select l.phone from parent_links l where l.parent_id = p.id and l.ended_at is null
      order by l.updated_at desc, l.center_id, l.student_id limit 1), '') as phone
  from people p where p.id = ${id} for no key update of p
`

/** Locks a person before a change to their push devices or their number for text messages. */
export const lockPerson = (db: Db, id: string) => db`select id from people where id = ${id} for no key update`

/** Selects the country of a parent's center: the one whose active link was changed last. */
export const countryOfParent = (db: Db, id: string) => db<{ country: string }[]>`
  select c.country from parent_links l join centers c on c.id = l.center_id
  where l.parent_id = ${id} and l.ended_at is null order by l.updated_at desc, l.center_id, l.student_id limit 1
`

/** Changes the parent's name and, unless `phone` is null, the phone number in every active link. */
export const changeParent = (
  db: Db,
  {
    id,
    firstName,
    lastName,
    phone,
  }: Pick<ParentRow, 'id' | 'firstName' | 'lastName'> & { phone: string | null },
) => db`
  with called as (
    update parent_links set phone = ${phone}, updated_at = now(), version = version + 1
    where parent_id = ${id} and ended_at is null and ${phone !== null}
  )
  update people set first_name = ${firstName}, last_name = ${lastName}, version = version + 1 where id = ${id}
`
