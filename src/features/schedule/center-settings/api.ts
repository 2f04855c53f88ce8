import { z } from 'zod'
import { Center } from '#features/centers/api.ts'
import { centerFields } from '#features/centers/fields.ts'
import { del, get, Nothing, patch, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day } from '#shared/days.ts'
import { CenterName } from '#shared/ids.ts'
import { partOf } from '#shared/field-table.ts'
import { RequiredText } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'

/** A closed day, with the name of the closure. */
const Closure = record('Closure', { date: Day, name: z.string() })
export type Closure = z.infer<typeof Closure>

const center = z.object({ centerId: CenterName })

/** Settings of a center and its closed days (product §3). */
export const settings = {
  /** Changes the given settings and keeps the rest. */
  change: patch('/centers/:centerId', {
    who: 'centers.change',
    input: center.extend({
      ...z.object(partOf(centerFields, 'check')).partial().shape,
      // GET returns only whether there is a PIN, as a boolean. Sending that boolean back changes nothing.
      classroomPin: z
        .union([centerFields.classroomPin.check, z.boolean().transform(() => undefined)])
        .optional(),
    }),
    output: Center,
  }),
  closures: get('/centers/:centerId/closures', {
    who: 'centers.read',
    input: center,
    output: z.array(Closure),
  }),
  /**
   * Closes a day, or every day up to `until`, at most 62. Closing a closed day renames the closure. Every
   * class on these days counts as canceled. Returns the days. 409 `attendance_taken` if attendance was taken
   * on one of them.
   */
  close: post('/centers/:centerId/closures', {
    who: 'centers.change',
    input: center.extend({ date: Day, until: Day.optional(), name: RequiredText(longest.name) }),
    output: z.array(Closure),
  }),
  /**
   * Reopens a day, so its classes meet again. 409 `class_full` if one of them now has more students than
   * seats.
   */
  reopen: del('/centers/:centerId/closures/:date', {
    who: 'centers.change',
    input: center.extend({ date: Day }),
    output: Nothing,
  }),
}
