import type { Avatar } from '#features/accounts/rules.ts'
import { classWords } from '#features/history/queries.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { Correction, PastMark } from './api.ts'

export type HistoryQuery = {
  studentId?: string | undefined
  classId?: string | undefined
  from: Day
  to: Day
}

/** SQL condition on a mark `a` for the requested student, class and days. */
const within = (db: Db, center: CenterId, { studentId = '', classId = '', from, to }: HistoryQuery) => db`
  a.center_id = ${center} and a.held_on between ${from} and ${to}
    ${studentId ? db`and a.student_id = ${studentId}` : db``} ${classId ? db`and a.class_id = ${classId}` : db``}`

type MarkRow = Omit<PastMark, '_id'> & { id: string; studentNum: string }

/**
 * Selects the marks of a student, a class, both, or the whole center within a range of days, oldest first.
 */
export const marksWithin = (db: Db, center: CenterId, query: HistoryQuery) => db<MarkRow[]>`
  select a.id, a.center_id, a.class_id, a.student_id, a.held_on as "on", a.mark, a.arrived_at, a.departed_at, a.picked_up_by, a.excused,
    a.reason, a.noticed_at, a.note, a.taken_at, a.version, ${classWords(db, { on: db`a.held_on`, dated: true })} as class_name, p.first_name, p.last_name,
    s.student_num, coalesce(trim(by.first_name || ' ' || by.last_name), d.name, '') as taken_by
  from attendances a
  join classes c on c.center_id = a.center_id and c.id = a.class_id
  join students s on s.center_id = a.center_id and s.id = a.student_id
  join people p on p.id = s.id
  left join people by on by.id = a.taken_by
  left join devices d on d.center_id = a.center_id and d.id = a.taken_on
  where ${within(db, center, query)} order by a.held_on, c.name, p.last_name, p.first_name, a.id
`

/** Counts the marks, and selects the ids of their students. */
export const markCount = (db: Db, center: CenterId, query: HistoryQuery) => db<
  { count: number; children: string[] }[]
>`
  select count(*)::int as count, coalesce(array_agg(distinct a.student_id), '{}') as children from attendances a where ${within(db, center, query)}
`

export type StudentRow = { id: string; firstName: string; lastName: string; avatar: Avatar }

export const classOfCenter = (db: Db, center: CenterId, id: string) => db<{ id: string; name: string }[]>`
  select id, name from classes where center_id = ${center} and id = ${id}
`

type ClassDays = { classId: string; from: Day; to: Day }

/** Selects students with a place or a mark in a class within a range of days, sorted by name. */
export const classmatesWithin = (db: Db, center: CenterId, { classId, from, to }: ClassDays) => db<
  Omit<StudentRow, 'avatar'>[]
>`
  select p.id, p.first_name, p.last_name from people p where p.id in (
    select student_id from places
    where center_id = ${center} and class_id = ${classId} and type <> 'waitlist' and during && daterange(${from}, ${to}, '[]')
    union select student_id from attendances where center_id = ${center} and class_id = ${classId} and held_on between ${from} and ${to}
  ) order by p.last_name, p.first_name, p.id
`

type MarkKey = { classId: string; studentId: string; on: Day }

/**
 * Selects the changes to a student's marks in a class on a day, including marks that were cleared. Latest
 * first, at most 50. Changes without a person or a device were made with an access token.
 */
export const correctionsOf = (db: Db, center: CenterId, { classId, studentId, on }: MarkKey) => db<
  Correction[]
>`
  select c.id::text, c.at, coalesce(trim(p.first_name || ' ' || p.last_name), d.name, 'Another program') as by, c.before, c.after
  from attendance_changes c left join people p on p.id = c.person_id left join devices d on d.center_id = ${center} and d.id = c.device_id
  where c.center_id = ${center} and c.class_id = ${classId} and c.held_on = ${on} and c.student_id = ${studentId}
  order by c.id desc limit 50
`
