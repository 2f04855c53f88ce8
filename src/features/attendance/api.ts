import { z } from 'zod'
import { Badge } from '#features/schedule/rules.ts'
import { del, get, Nothing, patch, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Instant, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'
import { Mark, AbsenceNotice } from '#features/schedule/rules.ts'

/** One student on the roll. For an unmarked student, `mark` and `attendanceId` are null. */
const RollLine = record('RollLine', {
  studentId: Id,
  firstName: z.string(),
  lastName: z.string(),
  level: z.string(),
  badge: Badge.nullable(),
  onBreak: z.boolean(),
  mark: Mark.nullable(),
  arrivedAt: Instant.nullable(),
  attendanceId: Id.nullable(),
  /** Notice of an absence reported in advance, or null. Devices get the notice without its details. */
  told: AbsenceNotice.nullable(),
})
export type RollLine = z.infer<typeof RollLine>

/**
 * A roll. `may` lists the marks that the caller can set now. `closed` is the reason why some are unavailable,
 * or null.
 */
const Roll = record('Roll', {
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

/**
 * An attendance mark with its details. Instants are UTC. On a device, `pickedUpBy` is null, and `reason` and
 * `note` are empty (product §9).
 */
export const Attendance = record('Attendance', {
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
  /** Instant at which an absence was reported before class, or null. Such an absence frees the seat. */
  noticedAt: Instant.nullable(),
  note: z.string(),
  takenAt: Instant,
  version: z.int(),
})
export type Attendance = z.infer<typeof Attendance>

/**
 * A new mark for a student. `mark` is null to clear the current one. To undo their own earlier mark, a caller
 * sends the version that it created as `undoes`. Undoing restores the facts from before that mark. 412 if the
 * mark has changed since.
 */
const TakenMark = z.strictObject({
  studentId: Id,
  mark: Mark.nullable(),
  undoes: z.int().positive().optional(),
})

const one = z.object({ centerId: CenterName, id: Id })

/** Marks of a class on a day (spec §7, Attendances). */
export const attendance = {
  roll: get('/centers/:centerId/attendances', {
    who: 'attendance.read',
    shared: true,
    input: z.object({ centerId: CenterName, classId: Id, on: Day }),
    output: Roll,
  }),
  /**
   * Sets or clears marks of one class on one day: 201 if any mark is new, otherwise 200, with the resulting
   * marks. The last mark wins. 409 `class_full` or `overlapping` when clearing an absence that was reported
   * in advance, if the seat has been given away or the student has joined another class at that time.
   */
  take: post('/centers/:centerId/attendances', {
    who: 'attendance.take',
    input: z.object({
      centerId: CenterName,
      classId: Id,
      on: Day,
      marks: z.array(TakenMark).min(1).max(100),
      /**
       * Skips students who already have a mark. "All present" uses this to keep marks made since the caller
       * loaded the roll.
       */
      onlyUnmarked: z.boolean().optional(),
      /**
       * Time at which the marks were made, if they were stored before they were sent. It becomes the arrival
       * time if it is on the day of the class. Marks that someone made after this time are left unchanged.
       * Defaults to the current time, which is also used if a classroom device's clock is evidently wrong. A
       * device may send marks from the last 7 days that were made around the time of the class.
       */
      markedAt: z.iso.datetime().optional(),
      /** Teacher or assistant chosen on a device (reliability T31). 404 if they don't work at the center. */
      by: Id.optional(),
    }),
    output: z.array(Attendance),
    // Allows many more calls than one person can make by tapping, because a device sends its waiting marks
    // one after another.
    rate: { perSecond: 10, burst: 100 },
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
  /** Clears a mark, so the student is unmarked again. 409 as for `take`. */
  clear: del('/centers/:centerId/attendances/:id', {
    who: 'attendance.correct',
    input: one,
    output: Nothing,
  }),
}
