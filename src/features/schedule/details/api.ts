import { z } from 'zod'
import { Scheduled } from '#features/schedule/api.ts'
import { PlaceType } from '#features/students/rules.ts'
import { Note, PaperTest } from '#features/students/records/api.ts'
import { get } from '#shared/contract.ts'
import { Day, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'

/**
 * A student in a class on a day with all that is said of a scheduled student (spec §3): beside what the day has, the parent who is asked first
 * (empty without one), the breaks of this place that are not over by then, all programs, the latest tests and notes, and what comes after the day.
 * `futureScheds` are the classes of the four weeks after it; `off` says why one doesn't wait for the student, such as `On break`.
 * `scheduledAmount` counts those: classes and make-ups that wait for the student, and classes that a break takes.
 */
const ScheduledDetails = Scheduled.extend({
  parentName: z.string(),
  centerId: z.string(),
  breaks: z.array(z.object({ _id: Id, startDate: Day, endDate: Day.nullable() })),
  tests: z.array(PaperTest.pick({ _id: true, date: true, level: true, test: true, score1: true, score2: true, name: true })),
  notes: z.array(Note),
  futureScheds: z.array(z.object({ type: PlaceType, date: Day, time: Time, classId: Id, class: z.string(), off: z.string().nullable() })),
  scheduledAmount: z.object({ regular: z.int(), makeup: z.int(), break: z.int() }),
})
export type ScheduledDetails = z.infer<typeof ScheduledDetails>

/**
 * The day itself (`GET /centers/{id}/schedules/{scheduleId}`) leaves out what is looked at one student at a time. Only the office reads it: devices are
 * told of no parents, notes or other days (product §9).
 */
export const details = {
  /** 404 for who is not in the class on that day. */
  ofStudent: get('/centers/:centerId/schedules/:scheduleId/classes/:classId/students/:studentId', {
    who: 'places.read',
    input: z.object({ centerId: CenterName, scheduleId: Day, classId: Id, studentId: Id }),
    output: ScheduledDetails,
  }),
}
