import { z } from 'zod'
import { Avatar } from '#features/accounts/rules.ts'
import { Attendance } from '#features/attendance/api.ts'
import { Mark } from '#features/schedule/rules.ts'
import { csvFile, get } from '#shared/contract.ts'
import { Day, Instant } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'

/** A mark with its class and who took it: a person, or a device by its name. */
const PastMark = Attendance.extend({ className: z.string(), firstName: z.string(), lastName: z.string(), takenBy: z.string() })
export type PastMark = z.infer<typeof PastMark>

/** The facts of a mark at one time. */
const Told = z.object({
  mark: Mark,
  arrivedAt: Instant.nullable(),
  departedAt: Instant.nullable(),
  pickedUpBy: z.string().nullable(),
  excused: z.boolean(),
  reason: z.string(),
  note: z.string(),
})

/** One change of a mark: null before it was there, null after it was taken back. */
const Correction = z.object({ id: z.string(), at: Instant, by: z.string(), before: Told.nullable(), after: Told.nullable() })
export type Correction = z.infer<typeof Correction>

const Classmate = z.object({ _id: Id, firstName: z.string(), lastName: z.string() })
export type Classmate = z.infer<typeof Classmate>

const asked = z.object({ centerId: CenterName, studentId: Id.optional(), classId: Id.optional(), from: Day, to: Day })

/** Marks over time, for the office. */
export const attendanceHistory = {
  /**
   * The marks of a student, of a class, or of a student in a class, from one day to another (both included, at most 400 days), oldest first. A
   * student or class that isn't asked for is null.
   */
  list: get('/centers/:centerId/attendances/history', {
    who: 'students.read',
    input: asked,
    output: z.object({
      student: z.object({ _id: Id, firstName: z.string(), lastName: z.string(), avatar: Avatar }).nullable(),
      class: z.object({ id: Id, name: z.string() }).nullable(),
      marks: z.array(PastMark),
    }),
  }),
  /** The same as a file, a row a mark; of the whole center where neither is said. */
  file: csvFile('/centers/:centerId/attendances/export', { who: 'students.read', input: asked }),
  /** Who was or will be in a class within days (both included, at most 400): who has a place that is not of the waitlist, or a mark. By name. */
  classmates: get('/centers/:centerId/classes/:classId/students', {
    who: 'students.read',
    input: z.object({ centerId: CenterName, classId: Id, from: Day, to: Day }),
    output: z.array(Classmate),
  }),
  /** What has been done to a mark, latest first: since it was first taken for this student, class and day. */
  corrections: get('/centers/:centerId/attendances/:id/corrections', {
    who: 'students.read',
    input: z.object({ centerId: CenterName, id: Id }),
    output: z.array(Correction),
  }),
}
