import { creditState } from '#features/schedule/credits/credit-state.ts'
import type { CreditRow } from '#features/schedule/credits/queries.ts'
import { hoursBetween } from '#features/schedule/credits/absence-credit.ts'
import { hasBegun, nowAt } from '#features/schedule/coming/coming-classes.ts'
import { instantOf, today } from '#server/clock.ts'
import type { Day } from '#shared/days.ts'
import type { ChildRow } from '../queries.ts'
import type { FamilyCredit } from './api.ts'

/** A child's center with its make-up rules. */
export type Rules = Pick<ChildRow, 'centerId' | 'timeZone' | 'makeupBooking' | 'noticeHours'>

/** True while it is early enough to give the center's minimum notice before the class. */
export function isInTime({ timeZone, noticeHours }: Rules, { on, time }: { on: Day; time: string }) {
  if (hasBegun({ on, time, timeZone })) return false
  return hoursBetween(nowAt(timeZone), instantOf(timeZone, on, time)) >= noticeHours
}

/** Converts a credit to the form in which a family sees it. */
export function familyCredit({ id, place, ...row }: CreditRow, at: Rules): FamilyCredit {
  const state = creditState({ ...row, place }, today(at.timeZone))
  const booksHere = at.makeupBooking !== 'office'
  return {
    _id: id,
    center: at.centerId,
    ...row,
    place,
    state,
    canBook: booksHere && state === 'open',
    canChange: booksHere && state === 'booked' && place !== null && isInTime(at, place),
  }
}
