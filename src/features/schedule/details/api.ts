import { z } from 'zod'
import { Scheduled } from '#features/schedule/api.ts'
import { PlaceType } from '#features/students/rules.ts'
import { Note, PaperTest } from '#features/students/records/api.ts'
import { get } from '#shared/contract.ts'
import { Day, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'

/**
 * A student in a class on a day with all fields of a scheduled student (spec §3): in addition to the day's
 * own, the primary parent (empty without one), breaks of this place that aren't over, all programs, the
 * latest tests and notes, and later classes. `futureScheds` are the classes of the following four weeks;
 * `off` says why the student isn't expected in one, such as `On break`. `scheduledAmount` counts them:
 * classes and make-ups the student is expected in, and classes lost to a break.
 */
const ScheduledDetails = Scheduled.extend({
  parentName: z.string(),
  centerId: z.string(),
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
 * Details are separate from the day (`GET /centers/{id}/schedules/{scheduleId}`) because they are viewed one
 * student at a time. Only the office reads them: devices get no parents, notes or other days (product §9).
 */
export const details = {
  /** 404 if the student is not in the class that day. */
  ofStudent: get('/centers/:centerId/schedules/:scheduleId/classes/:classId/students/:studentId', {
    who: 'places.read',
    input: z.object({ centerId: CenterName, scheduleId: Day, classId: Id, studentId: Id }),
    output: ScheduledDetails,
  }),
}
