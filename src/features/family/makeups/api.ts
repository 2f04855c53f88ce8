import { z } from 'zod'
import { MakeUp } from '#features/schedule/credits/api.ts'
import { CreditState, Reason } from '#features/schedule/credits/credit-state.ts'
import { del, get, None, Nothing, post } from '#shared/contract.ts'
import { Day, Time } from '#shared/days.ts'
import { Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'

/**
 * A make-up credit for a missed class, as the family sees it. `place` is the make-up that the credit is
 * booked for; `waits` is true while the center still has to confirm it. `canBook` and `canChange` are true
 * for what the parent can do online without calling the center.
 */
export const FamilyCredit = record('FamilyCredit', {
  _id: Id,
  center: z.string(),
  className: z.string(),
  missedOn: Day,
  reason: Reason,
  expiresOn: Day,
  state: CreditState,
  place: z.object({ className: z.string(), on: Day, time: Time, waits: z.boolean() }).nullable(),
  canBook: z.boolean(),
  canChange: z.boolean(),
})
export type FamilyCredit = z.infer<typeof FamilyCredit>

/** A credit with its child. */
const ChildCredit = FamilyCredit.extend({ childId: Id, firstName: z.string() })
export type ChildCredit = z.infer<typeof ChildCredit>

/**
 * A class with a free seat. `canChange` is true if a make-up booked in it could still be moved or canceled.
 */
const FreeClass = MakeUp.extend({ canChange: z.boolean() })
export type FreeClass = z.infer<typeof FreeClass>

const credit = { id: Id, creditId: Id }
const seat = { ...credit, classId: Id, on: Day }

/**
 * Make-ups that parents book, move and cancel. Parents can choose from the same classes and seats as the
 * office. 404 unless the credit is their child's; 409 `office_books` if the center doesn't let parents book.
 * If the center has to confirm bookings, a make-up waits for confirmation with its seat reserved.
 */
export const makeups = {
  /** All children's credits that are open, or booked for today or later, by child and expiration date. */
  list: get('/parent/makeups', { who: 'children.read', input: None, output: z.array(ChildCredit) }),
  /**
   * Classes in the next six weeks in which an open or booked credit can be used, best first. `confirms` is
   * true if the center has to confirm bookings. 409 `not_open` for a credit that is neither.
   */
  classes: get('/parent/students/:id/makeups/:creditId', {
    who: 'makeups.book',
    input: z.object(credit),
    output: z.object({
      credit: ChildCredit,
      confirms: z.boolean(),
      noticeHours: z.int(),
      classes: z.array(FreeClass),
    }),
  }),
  /**
   * Books a make-up. 409 `not_open`, `begun`, and the errors of enrolling a student, such as `class_full`,
   * `overlapping` and `no_credit`.
   */
  book: post('/parent/students/:id/makeups/:creditId', {
    who: 'makeups.book',
    input: z.object(seat),
    output: ChildCredit,
  }),
  /**
   * Moves a make-up. 409 `not_booked`, `too_late` if the booked make-up starts within the center's minimum
   * notice, `begun` if the new class has started, and the errors of moving a place, such as `class_full`.
   */
  move: post('/parent/students/:id/makeups/:creditId/move', {
    who: 'makeups.book',
    input: z.object(seat),
    output: ChildCredit,
  }),
  /** Cancels a make-up, which frees the seat and opens the credit again. 409 `not_booked`, `too_late`. */
  cancel: del('/parent/students/:id/makeups/:creditId', {
    who: 'makeups.book',
    input: z.object(credit),
    output: Nothing,
  }),
}
