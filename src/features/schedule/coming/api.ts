import { z } from 'zod'
import { PlaceType } from '#features/students/rules.ts'
import { get } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Consequence } from '../credits/absence-credit.ts'

/**
 * A class on a day. `closed` is the closure's name if the center is closed; `told` is true if an absence was
 * reported. Includes the consequence of that absence or, if none was reported, of reporting one now.
 */
const ComingClass = record('ComingClass', {
  classId: Id,
  name: z.string(),
  type: PlaceType,
  on: Day,
  isToday: z.boolean(),
  time: Time,
  endTime: Time,
  closed: z.string().nullable(),
  canceled: z.boolean(),
  onBreak: z.boolean(),
  told: z.boolean(),
  begun: z.boolean(),
  ...Consequence.shape,
})
export type ComingClass = z.infer<typeof ComingClass>

export const comingClasses = {
  /**
   * A student's classes of the next two weeks that haven't ended, including those where the student isn't
   * expected.
   */
  ofStudent: get('/centers/:centerId/students/:studentId/coming', {
    who: 'students.read',
    input: z.object({ centerId: CenterName, studentId: Id }),
    output: z.array(ComingClass),
  }),
}
