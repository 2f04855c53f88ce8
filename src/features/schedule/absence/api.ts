import { z } from 'zod'
import { Subject } from '#features/centers/rules.ts'
import { get, post } from '#shared/contract.ts'
import { Day, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'

/** A teacher who is free at the time of a meeting. `fits` is true if they teach its subject. */
const FreeTeacher = record('FreeTeacher', {
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  fits: z.boolean(),
})
export type FreeTeacher = z.infer<typeof FreeTeacher>

/**
 * A class that the absent teacher would teach on a day. `free` lists the teachers who could substitute, best
 * first. `version` is the version of the class on this day.
 */
const Meeting = record('AffectedMeeting', {
  classId: Id,
  date: Day,
  name: z.string(),
  subject: Subject,
  time: Time,
  endTime: Time,
  substituteId: Id.nullable(),
  free: z.array(FreeTeacher),
  version: z.int(),
})
export type Meeting = z.infer<typeof Meeting>

const ofTeacher = z.object({ centerId: CenterName, personId: Id })

/**
 * A teacher's absence over several days: lists the affected classes, and sets all substitutes in one change.
 */
export const absences = {
  /** Classes that the teacher teaches from `from` to `to`, both included, at most 62 days. */
  meetings: get('/centers/:centerId/staff/:personId/absence', {
    who: 'schedules.change',
    input: ofTeacher.extend({ from: Day, to: Day }),
    output: z.array(Meeting),
  }),
  /**
   * Sets all of the listed substitutes or none; null removes a substitute. The days must be within a range of
   * 62 days. 409 `changed` if somebody has changed one of these days since it was read, or if the teacher
   * doesn't teach one of the classes on its day. The response's `students` are those expected in these
   * classes.
   */
  cover: post('/centers/:centerId/staff/:personId/absence', {
    who: 'schedules.change',
    input: ofTeacher.extend({
      meetings: z
        .array(
          z.strictObject({ classId: Id, date: Day, substituteId: Id.nullable(), version: z.int().min(0) }),
        )
        .min(1)
        .max(200),
    }),
    output: z.object({
      meetings: z.array(z.object({ classId: Id, date: Day, version: z.int() })),
      students: z.array(Id),
    }),
  }),
}
