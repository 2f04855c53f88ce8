import { z } from 'zod'
import { Badge } from '#features/schedule/rules.ts'
import { del, get, Nothing, patch, post } from '#shared/contract.ts'
import { Day, Instant, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'
import { Mark, Told } from '#features/schedule/rules.ts'

/** One child on the roll. Unmarked: `mark` is null and there is no attendance yet. */
const RollLine = z.object({
  studentId: Id,
  firstName: z.string(),
  lastName: z.string(),
  level: z.string(),
  badge: Badge.nullable(),
  onBreak: z.boolean(),
  mark: Mark.nullable(),
  arrivedAt: Instant.nullable(),
  attendanceId: Id.nullable(),
  /** Of an absence that was told of ahead; a device is told nothing else. */
  told: Told.nullable(),
})
export type RollLine = z.infer<typeof RollLine>

/** `may`: the marks that the caller can take now; `closed`: why not all of them, as a sentence, else null. */
const Roll = z.object({
  classId: Id,
  on: Day,
  name: z.string(),
  time: Time,
  endTime: Time,
  teacher: z.string().nullable(),
  may: z.array(Mark),
  closed: z.string().nullable(),
  lines: z.array(RollLine),
})
export type Roll = z.infer<typeof Roll>

/** A mark with its facts; instants are UTC. For a device `pickedUpBy`, `reason` and `note` are empty (product §9). */
export const Attendance = z.object({
  _id: Id,
  centerId: z.string(),
  classId: Id,
  studentId: Id,
  on: Day,
  mark: Mark,
  arrivedAt: Instant.nullable(),
  departedAt: Instant.nullable(),
  pickedUpBy: z.string().nullable(),
  excused: z.boolean(),
  reason: z.string(),
  /** When an absence was told of before the class began; it frees the seat. */
  noticedAt: Instant.nullable(),
  note: z.string(),
  takenAt: Instant,
  version: z.int(),
})
export type Attendance = z.infer<typeof Attendance>

/**
 * `mark` null takes a mark back. `undoes` is the version that a take of the caller's own made: this mark is taken as though that one had never been,
 * so that the facts from before it come back; 412 once it has been changed since.
 */
const Taking = z.strictObject({ studentId: Id, mark: Mark.nullable(), undoes: z.int().positive().optional() })

const one = z.object({ centerId: CenterName, id: Id })

/** Spec §7, Attendances. */
export const attendance = {
  roll: get('/centers/:centerId/attendances', {
    who: 'attendance.read',
    input: z.object({ centerId: CenterName, classId: Id, on: Day }),
    output: Roll,
  }),
  /**
   * Takes marks of one class and day, one or many, or none of them: 201 when any is new, else 200, with those that there are. Whoever comes last is
   * right. 409 `class_full` or `overlapping` for an absence told ahead that is taken back, when the seat or the student's time was given away.
   */
  take: post('/centers/:centerId/attendances', {
    who: 'attendance.take',
    input: z.object({
      centerId: CenterName,
      classId: Id,
      on: Day,
      marks: z.array(Taking).min(1).max(100),
      /** Leaves those who have a mark as they are: for all at once, who were unmarked when the caller looked. */
      onlyUnmarked: z.boolean().optional(),
      /** On a device the teacher or assistant who was chosen there (reliability T31); 404 for one who isn't at the center. */
      by: Id.optional(),
    }),
    output: z.array(Attendance),
  }),
  one: get('/centers/:centerId/attendances/:id', { who: 'attendance.read', input: one, output: Attendance }),
  change: patch('/centers/:centerId/attendances/:id', {
    who: 'attendance.correct',
    input: one.extend({
      mark: Mark.optional(),
      pickedUpBy: Text(longest.name).nullable().optional(),
      excused: z.boolean().optional(),
      reason: Text(longest.name).optional(),
      note: Text(longest.note).optional(),
    }),
    output: Attendance,
  }),
  /** Takes a mark back, so that the student is unmarked again; 409 as above. */
  clear: del('/centers/:centerId/attendances/:id', { who: 'attendance.correct', input: one, output: Nothing }),
}
