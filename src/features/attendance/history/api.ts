import { z } from 'zod'
import { Avatar } from '#features/accounts/rules.ts'
import { Attendance } from '../api.ts'
import { Mark } from '#features/schedule/rules.ts'
import { csvFile, get } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Instant } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'

/** A mark with its class and the person or device (by name) who took it. */
const PastMark = Attendance.extend({
  className: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  takenBy: z.string(),
})
export type PastMark = z.infer<typeof PastMark>

/** Facts of a mark before or after a change. */
const CorrectedFacts = record('Told', {
  mark: Mark,
  arrivedAt: Instant.nullable(),
  departedAt: Instant.nullable(),
  pickedUpBy: z.string().nullable(),
  excused: z.boolean(),
  reason: z.string(),
  note: z.string(),
})

/** One change to a mark. `before` is null if the mark was new, `after` is null if it was cleared. */
const Correction = record('Correction', {
  id: z.string(),
  at: Instant,
  by: z.string(),
  before: CorrectedFacts.nullable(),
  after: CorrectedFacts.nullable(),
})
export type Correction = z.infer<typeof Correction>

const Classmate = record('Classmate', { _id: Id, firstName: z.string(), lastName: z.string() })
export type Classmate = z.infer<typeof Classmate>

const historyInput = z.object({
  centerId: CenterName,
  studentId: Id.optional(),
  classId: Id.optional(),
  from: Day,
  to: Day,
})

/** Attendance history, for the office. */
export const attendanceHistory = {
  /**
   * Marks of a student, of a class, or of a student in a class, within a range of days (both ends included,
   * at most 400 days), oldest first. `student` or `class` is null if its id isn't in the input.
   */
  list: get('/centers/:centerId/attendances/history', {
    who: 'students.read',
    isLong: true,
    input: historyInput,
    output: z.object({
      student: z.object({ _id: Id, firstName: z.string(), lastName: z.string(), avatar: Avatar }).nullable(),
      class: z.object({ id: Id, name: z.string() }).nullable(),
      marks: z.array(PastMark),
    }),
  }),
  /**
   * CSV file of the same marks as `list`, one row per mark. Without a student or class, the file covers the
   * whole center.
   */
  file: csvFile('/centers/:centerId/attendances/export', { who: 'students.read', input: historyInput }),
  /**
   * Students with a mark or a place (other than on the waitlist) in a class within a range of days (both ends
   * included, at most 400), sorted by name.
   */
  classmates: get('/centers/:centerId/classes/:classId/students', {
    who: 'students.read',
    input: z.object({ centerId: CenterName, classId: Id, from: Day, to: Day }),
    output: z.array(Classmate),
  }),
  /**
   * Changes to this mark, and to earlier marks of the same student, class and day that were cleared. Latest
   * first, at most 50.
   */
  corrections: get('/centers/:centerId/attendances/:id/corrections', {
    who: 'students.read',
    input: z.object({ centerId: CenterName, id: Id }),
    output: z.array(Correction),
  }),
}
