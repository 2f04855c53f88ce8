import { z } from 'zod'
import { Mark, AbsenceNotice } from './rules.ts'
import { get, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Instant, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Badge, ClassType } from './rules.ts'
import { Note, PaperTest } from '#features/students/records/api.ts'
import { PlaceType, StudentStatus } from '#features/students/rules.ts'
import { Subject } from '#features/centers/rules.ts'

/** Teacher or assistant, with the office's note about them. `notes` is empty for devices. */
export const Teacher = record('Teacher', {
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  type: z.enum(['permanent', 'substitute']),
  notes: z.string(),
})
export type Teacher = z.infer<typeof Teacher>

/** A student who comes to a class on a single day, for a make-up or a trial. */
export const Guest = record('Guest', {
  date: Day,
  type: z.enum(['make-up', 'trial']),
  studentId: Id,
  firstName: z.string(),
  lastName: z.string(),
})
export type Guest = z.infer<typeof Guest>

/**
 * Details of a scheduled student, which devices don't get (product §9): the primary parent and the phone
 * number to call (each empty if there is none), breaks of this place that aren't over, the latest tests and
 * notes, and the classes of the following four weeks. `off` is the reason why the student isn't expected in a
 * class, such as `On break`, or null. `scheduledAmount` counts the regular classes and make-ups in which the
 * student is expected, and the classes lost to a break.
 */
export const ScheduledDetails = record('ScheduledDetails', {
  parentName: z.string(),
  /** Phone number in E.164 format. */
  parentPhone: z.string(),
  breaks: z.array(z.object({ _id: Id, startDate: Day, endDate: Day.nullable() })),
  tests: z.array(
    PaperTest.pick({
      _id: true,
      date: true,
      level: true,
      test: true,
      score1: true,
      score2: true,
      name: true,
    }),
  ),
  notes: z.array(Note),
  futureScheds: z.array(
    z.object({
      type: PlaceType,
      date: Day,
      time: Time,
      classId: Id,
      class: z.string(),
      off: z.string().nullable(),
    }),
  ),
  scheduledAmount: z.object({ regular: z.int(), makeup: z.int(), break: z.int() }),
})
export type ScheduledDetails = z.infer<typeof ScheduledDetails>

/**
 * A student in a class on a day (spec §3, scheduled student), with the mark, which may be an absence reported
 * before class. `programs` has all of the student's programs; devices get only the one in the class's
 * subject.
 */
export const Scheduled = record('Scheduled', {
  _id: Id,
  studentNum: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  grade: z.string(),
  status: StudentStatus,
  centerId: z.string(),
  type: PlaceType,
  startDate: Day,
  endDate: Day.nullable(),
  firstClass: z.boolean(),
  onBreak: z.boolean(),
  /** True if the absence was reported before class, which frees the seat. */
  noticed: z.boolean(),
  /** Notice of the absence, without its details for devices; null if it wasn't reported before class. */
  told: AbsenceNotice.nullable(),
  badge: Badge.nullable(),
  programs: z.array(
    z.object({ name: z.string(), level: z.string(), chapter: z.int().nullable(), test: z.int().nullable() }),
  ),
  mark: Mark.nullable(),
  arrivedAt: Instant.nullable(),
  attendanceId: Id.nullable(),
  ...ScheduledDetails.shape,
})
export type Scheduled = z.infer<typeof Scheduled>

/**
 * One class on a day. `substitute`, `assistants`, `note` and `canceled` apply to that day only; `version`
 * counts their changes (0 if nothing is stored for the day). `stuCount` is the number of regular students,
 * `schedCount` and `seats` are both the number of seats used that day, and `future` lists make-ups and trials
 * from that day on. `notes`, `note`, `future` and the reason for canceling are empty for devices. A canceled
 * class uses no seats, but still lists its students.
 */
const ClassEntry = record('ClassEntry', {
  id: Id,
  name: z.string(),
  subject: Subject,
  type: ClassType,
  day: z.int(),
  time: Time,
  endTime: Time,
  maxSize: z.int(),
  seats: z.int(),
  stuCount: z.int(),
  schedCount: z.int(),
  future: z.array(Guest),
  notes: z.string(),
  teacher: Teacher.nullable(),
  substitute: Teacher.nullable(),
  assistants: z.array(Teacher),
  note: z.string(),
  canceled: z.object({ reason: z.string() }).nullable(),
  version: z.int(),
  students: z.array(Scheduled),
})
export type ClassEntry = z.infer<typeof ClassEntry>

/**
 * A center's day; `_id` is the date. `today` is the center's current date; `ta` lists the assistants who
 * aren't assigned to a class. On a closed day no class meets. `opened` is true from when somebody opens the
 * day for changes until it is reset.
 */
export const Schedule = record('Schedule', {
  _id: Day,
  centerId: z.string(),
  date: Day,
  today: Day,
  closed: z.object({ name: z.string() }).nullable(),
  opened: z.boolean(),
  ta: z.array(Teacher),
  schedules: z.array(ClassEntry),
})
export type Schedule = z.infer<typeof Schedule>

/** Spec §7, Centers: schedules. */
export const schedules = {
  /** Opens a day: 201, or 200 if it is already open. */
  open: post('/centers/:centerId/schedules', {
    who: 'schedules.change',
    input: z.object({ centerId: CenterName, date: Day }),
    output: Schedule,
  }),
  day: get('/centers/:centerId/schedules/:scheduleId', {
    who: 'schedules.read',
    shared: true,
    input: z.object({ centerId: CenterName, scheduleId: Day }),
    output: Schedule,
  }),
}
