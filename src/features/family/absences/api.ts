import { z } from 'zod'
import { usualReasons } from '#features/attendance/rules.ts'
import { del, Nothing, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Time } from '#shared/days.ts'
import { Id } from '#shared/ids.ts'
import { Text } from '#shared/fields.ts'
import { ExpectedAs } from '#features/schedule/rules.ts'
import { Consequence } from '#features/schedule/credits/absence-credit.ts'

/**
 * An upcoming class of a child, with the center's date and time. `off` is set if the class doesn't take place
 * for the child. `told` is set if an absence has been reported; the family can withdraw its own report
 * (`byFamily`). Includes the consequence of that report or, if there is none, of reporting an absence now.
 */
export const ComingClass = record('Coming', {
  classId: Id,
  centerId: z.string(),
  name: z.string(),
  on: Day,
  isToday: z.boolean(),
  time: Time,
  endTime: Time,
  begun: z.boolean(),
  type: ExpectedAs,
  off: z.object({ kind: z.enum(['closed', 'canceled', 'break']), name: z.string() }).nullable(),
  told: z.object({ byFamily: z.boolean(), reason: z.enum(usualReasons).nullable() }).nullable(),
  ...Consequence.shape,
})
export type ComingClass = z.infer<typeof ComingClass>

const which = { id: Id, classId: Id, on: Day }

/**
 * Absences that a parent reports (product §5). 404 if the child isn't theirs or has no place in the class on
 * that day; 409 `begun`, `taken`, `not_meeting`; 422 `too_far`.
 */
export const absences = {
  /**
   * Reports an absence. Returns 201 the first time and 200 after that. A later reason replaces the earlier
   * one, but the time of the report stays the same. Absences noted by the office are not changed.
   */
  tell: post('/parent/students/:id/absences', {
    who: 'absences.tell',
    input: z.object({ ...which, reason: z.enum(usualReasons), note: Text(200).optional() }),
    output: Consequence,
  }),
  /**
   * Withdraws the report of an absence. Does nothing if there is none. 409 `begun`, `taken`, `by_office`,
   * `class_full`, `overlapping`, `credit_spent`.
   */
  withdraw: del('/parent/students/:id/absences', {
    who: 'absences.tell',
    input: z.object(which),
    output: Nothing,
  }),
}
