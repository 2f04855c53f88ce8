import { z } from 'zod'
import { Mark, Told } from './rules.ts'
import { get, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Instant, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Badge, ClassType } from './rules.ts'
import { PlaceType, StudentStatus } from '#features/students/rules.ts'
import { Subject } from '#features/centers/rules.ts'

/** Teacher of a class. */
export const Teacher = record('Teacher', {
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  type: z.enum(['permanent', 'substitute']),
})
export type Teacher = z.infer<typeof Teacher>

/** Teacher of a class on a day, with the staff's note about them. `notes` is empty for devices. */
const DayTeacher = Teacher.extend({ notes: z.string() })

/**
 * A student in a class on a day (spec §3, scheduled student), with any mark taken. Details loaded for one
 * student only are in details/api.ts.
 */
export const Scheduled = record('Scheduled', {
  _id: Id,
  studentNum: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  grade: z.string(),
  status: StudentStatus,
  type: PlaceType,
  startDate: Day,
  endDate: Day.nullable(),
  firstClass: z.boolean(),
  onBreak: z.boolean(),
  /** True if the absence was reported before class, which frees the seat. */
  noticed: z.boolean(),
  /** Reporter of the absence and the reason. Details are empty for devices. */
  told: Told.nullable(),
  badge: Badge.nullable(),
  programs: z.array(
    z.object({ name: z.string(), level: z.string(), chapter: z.int().nullable(), test: z.int().nullable() }),
  ),
  mark: Mark.nullable(),
  arrivedAt: Instant.nullable(),
  attendanceId: Id.nullable(),
})
export type Scheduled = z.infer<typeof Scheduled>

/**
 * One class on a day. `substitute`, `assistants`, `note` and `canceled` apply to that day only; `version` is
 * theirs (0 if nothing is stored for the day). `notes`, `note` and the reason are empty for devices. A
 * canceled class has no students: its `seats` are 0.
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
  notes: z.string(),
  teacher: DayTeacher.nullable(),
  substitute: DayTeacher.nullable(),
  assistants: z.array(Teacher),
  note: z.string(),
  canceled: z.object({ reason: z.string() }).nullable(),
  version: z.int(),
  students: z.array(Scheduled),
})
export type ClassEntry = z.infer<typeof ClassEntry>

/**
 * A center's day; `_id` is the date. `today` is the center's current date, `ta` are assistants for any class.
 * On a closed day no class meets.
 */
export const Schedule = record('Schedule', {
  _id: Day,
  centerId: z.string(),
  date: Day,
  today: Day,
  closed: z.object({ name: z.string() }).nullable(),
  ta: z.array(Teacher),
  schedules: z.array(ClassEntry),
})
export type Schedule = z.infer<typeof Schedule>

/** Spec §7, Centers: schedules. */
export const schedules = {
  /** Opens a day: 201 the first time, 200 afterwards. */
  open: post('/centers/:centerId/schedules', {
    who: 'schedules.change',
    input: z.object({ centerId: CenterName, date: Day }),
    output: Schedule,
  }),
  day: get('/centers/:centerId/schedules/:scheduleId', {
    who: 'schedules.read',
    input: z.object({ centerId: CenterName, scheduleId: Day }),
    output: Schedule,
  }),
}
