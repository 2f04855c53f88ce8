import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'

type MeetingFilter = { studentId: string; classId: string }

/**
 * Locks a class in which a parent's own child has a place, if the parent's link is active and has portal
 * access (product §5). Call this before reading anything about the class, because only this verifies that the
 * parent may access its center.
 */
export const lockClassOfChild = (db: Db, parentId: string, { studentId, classId }: MeetingFilter) => db<
  { centerId: CenterId }[]
>`
  select c.center_id from classes c
  where c.id = ${classId} and exists (
    select from parent_links l join places pl on pl.center_id = l.center_id and pl.student_id = l.student_id
    where l.parent_id = ${parentId} and l.student_id = ${studentId} and l.portal and l.ended_at is null
      and pl.center_id = c.center_id and pl.class_id = c.id)
  for no key update of c
`

type Notice = MeetingFilter & {
  id: string
  on: Day
  reason: string
  note: string | null
  by: string
  at: string
}

/**
 * Stores an absence as the family's report. If there is an earlier report, its time is kept, and so is its
 * note unless a new note is given.
 */
export const putNotice = (
  db: Db,
  center: CenterId,
  { id, studentId, classId, on, reason, note, by, at }: Notice,
) => db`
  insert into attendances (center_id, id, class_id, student_id, held_on, mark, reason, note, noticed_at, told_by, taken_by, taken_at)
  values (${center}, ${id}, ${classId}, ${studentId}, ${on}, 'absent', ${reason}, ${note ?? ''}, ${at}, ${by}, ${by}, ${at})
  on conflict on constraint one_mark_a_class do update set reason = excluded.reason, note = coalesce(${note}, attendances.note),
    told_by = excluded.told_by, taken_by = excluded.taken_by, taken_on = null, taken_at = excluded.taken_at, version = attendances.version + 1
`
