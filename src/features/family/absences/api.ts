import { z } from 'zod'
import { usualReasons } from '#features/attendance/rules.ts'
import { del, Nothing, post } from '#shared/contract.ts'
import { Day, Time } from '#shared/days.ts'
import { Id } from '#shared/ids.ts'
import { Text } from '#shared/fields.ts'
import { ExpectedAs } from '#features/schedule/rules.ts'
import { Follows } from './absence-words.ts'

/** What telling of an absence leads to; hours are whole. `noticeHours` is the center's own limit. */
const consequence = { follows: Follows, hoursAhead: z.int(), noticeHours: z.int() }

/**
 * A coming class of a child, in the center's own day and time. `off`: it doesn't wait for the child. `told`: they are known not to come; one that
 * the family said (`byFamily`) they can take back. What telling now would lead to stands with it.
 */
export const Coming = z.object({
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
  ...consequence,
})
export type Coming = z.infer<typeof Coming>

const which = { id: Id, classId: Id, on: Day }

/**
 * A parent tells of an absence (product §5). 404 for whoever isn't their child, and a class that the child has no place in on that day; 409 `begun`,
 * `taken`, `not_meeting`; 422 `too_far`.
 */
export const absences = {
  /** 201 the first time, 200 after; a later reason replaces the earlier, the moment of telling stays. What the office noted stays as it is. */
  tell: post('/parent/students/:id/absences', {
    who: 'absences.tell',
    input: z.object({ ...which, reason: z.enum(usualReasons), note: Text(200).optional() }),
    output: z.object(consequence),
  }),
  /** The child comes after all: nothing to do when nothing was told. 409 also `by_office`, `class_full`, `overlapping`, `credit_spent`. */
  withdraw: del('/parent/students/:id/absences', { who: 'absences.tell', input: z.object(which), output: Nothing }),
}
