import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { type CommitInsert, insertAtCommit } from '#server/transaction.ts'
import type { Day } from '#shared/days.ts'
import type { Facts } from '#features/schedule/mark-words.ts'

export type AttendanceRow = Facts & {
  id: string
  centerId: string
  classId: string
  studentId: string
  on: Day
  note: string
  takenAt: string
  version: number
}

const columns = (db: Db) => db`
  id, center_id, class_id, student_id, held_on as "on", mark, arrived_at, departed_at, picked_up_by, excused, reason, noticed_at, told_by, note,
  taken_at, version
`

type MarksQuery = { classId: string; on: Day; studentIds: readonly string[] }

type RollLock = MarksQuery & { alone: boolean }

/**
 * Serializes changes to a student's mark, even if there is no mark to lock yet. The class can't be canceled
 * or booked in the meantime. `alone` also blocks changes to other students' marks, on which the free seats
 * depend.
 */
export const lockRoll = (db: Db, center: CenterId, { classId, on, studentIds, alone }: RollLock) => db`
  with class as materialized (
    select id from classes where center_id = ${center} and id = ${classId} ${alone ? db`for no key update` : db`for share`})
  select pg_advisory_xact_lock(hashtextextended(class.id || ' ' || ${on}::text || ' ' || student, 0))
  from class, (select student from unnest(${[...studentIds]}::uuid[]) student order by student) students
`

/** Selects the marks of these students in a class on a day, and locks them for a change. */
export const lockMarks = (db: Db, center: CenterId, { classId, on, studentIds }: MarksQuery) => db<
  AttendanceRow[]
>`
  select ${columns(db)} from attendances
  where center_id = ${center} and class_id = ${classId} and held_on = ${on} and student_id = any(${[...studentIds]}::uuid[])
  order by student_id for no key update
`

export type NewMark = { id: string; centerId: string; classId: string; studentId: string; on: Day } & Facts
type Author = { by: string | null; device: string | null; at: string }

/** Upserts marks, one per student, class and day. A new mark has version 1. */
export const putMarks = (db: Db, marks: readonly NewMark[], { by, device, at }: Author) => db<
  AttendanceRow[]
>`
  insert into attendances (center_id, id, class_id, student_id, held_on, mark, arrived_at, departed_at, picked_up_by, excused, reason,
    noticed_at, told_by, taken_by, taken_on, taken_at)
  select "centerId", id, "classId", "studentId", "on", mark, "arrivedAt", "departedAt", "pickedUpBy", excused, reason,
    "noticedAt", "toldBy", ${by}::uuid, ${device}::uuid, ${at}::timestamptz
  from jsonb_to_recordset(${db.json(marks)})
    as m("centerId" text, id uuid, "classId" uuid, "studentId" uuid, "on" date, mark text, "arrivedAt" timestamptz, "departedAt" timestamptz,
      "pickedUpBy" text, excused boolean, reason text, "noticedAt" timestamptz, "toldBy" uuid)
  order by "studentId"
  on conflict on constraint one_mark_a_class do update set mark = excluded.mark, arrived_at = excluded.arrived_at, departed_at = excluded.departed_at,
    picked_up_by = excluded.picked_up_by, excused = excluded.excused, reason = excluded.reason, noticed_at = excluded.noticed_at,
    told_by = excluded.told_by, taken_by = excluded.taken_by, taken_on = excluded.taken_on, taken_at = excluded.taken_at, version = attendances.version + 1
  returning ${columns(db)}
`

/** Selects one mark of the center, and locks it for a change. */
export const lockMark = (db: Db, center: CenterId, id: string) => db<AttendanceRow[]>`
  select ${columns(db)} from attendances where center_id = ${center} and id = ${id} for no key update
`

export const markById = (db: Db, center: CenterId, id: string) => db<AttendanceRow[]>`
  select ${columns(db)} from attendances where center_id = ${center} and id = ${id}
`

type CorrectedMark = Facts & Pick<AttendanceRow, 'id' | 'note'>

/** Changes a mark and records the caller as the person or device that took it. */
export const changeMark = (
  db: Db,
  center: CenterId,
  changed: CorrectedMark,
  { by, device, at }: Author,
) => db<AttendanceRow[]>`
  update attendances set mark = ${changed.mark}, arrived_at = ${changed.arrivedAt}, departed_at = ${changed.departedAt},
    picked_up_by = ${changed.pickedUpBy}, excused = ${changed.excused}, reason = ${changed.reason}, noticed_at = ${changed.noticedAt},
    told_by = ${changed.toldBy}, note = ${changed.note}, taken_by = ${by}, taken_on = ${device}, taken_at = ${at}, version = version + 1
  where center_id = ${center} and id = ${changed.id} returning ${columns(db)}
`

export const dropMarks = (db: Db, center: CenterId, ids: readonly string[]) => db`
  delete from attendances where center_id = ${center} and id = any(${[...ids]}::uuid[])
`

type Side = AttendanceRow | null
type RollAuthor = { by: string | null; device: string | null; onRoll: boolean }

const changes: CommitInsert<RollAuthor & { center: string; of: AttendanceRow; before: Side; after: Side }> = {
  insert: (db, rows) => db`
    insert into attendance_changes (center_id, class_id, student_id, held_on, person_id, device_id, on_roll, before, after)
    select center, (of ->> 'classId')::uuid, (of ->> 'studentId')::uuid, (of ->> 'on')::date, by, device, "onRoll", before, after
    from jsonb_to_recordset(${db.json(rows)})
      as c(center text, of jsonb, by uuid, device uuid, "onRoll" boolean, before jsonb, after jsonb)
    where before is distinct from after
  `,
}

type Sides = { before: readonly AttendanceRow[]; after: readonly AttendanceRow[] }

/**
 * Records how marks changed. The records are stored when the transaction commits. `onRoll` is true if the
 * marks were made on the roll, where they can be undone.
 */
export function putChanges(
  db: Db,
  center: CenterId,
  { before, after, by, device, onRoll }: Sides & RollAuthor,
) {
  const was = new Map(before.map((row) => [row.studentId, row]))
  const is = new Map(after.map((row) => [row.studentId, row]))
  for (const [studentId, of] of new Map([...was, ...is]))
    insertAtCommit(db, changes, {
      center,
      of,
      by,
      device,
      onRoll,
      before: was.get(studentId) ?? null,
      after: is.get(studentId) ?? null,
    })
}

type MarkEvent = {
  classId: string
  on: Day
  by: string | null
  device: string | null
  made: readonly { id: string; version: number }[]
}

/**
 * Selects the marks that this person or device replaced on the roll. `replaced` is null if there was no mark
 * before. Returns no row for a version that someone else made.
 */
export const replacedMarks = (db: Db, center: CenterId, { classId, on, by, device, made }: MarkEvent) => db<
  { id: string; replaced: AttendanceRow | null }[]
>`
  select made.id, c.before as replaced
  from jsonb_to_recordset(${db.json(made)}) as made(id uuid, version int)
  join attendance_changes c on c.center_id = ${center} and c.class_id = ${classId} and c.held_on = ${on} and c.on_roll
    and c.person_id is not distinct from ${by}::uuid and c.device_id is not distinct from ${device}::uuid
    and c.after @> jsonb_build_object('id', made.id, 'version', made.version)
`
