import { findMakeups } from '#features/schedule/credits/credits.ts'
import { notOpen } from '#features/schedule/credits/credit-state.ts'
import { creditsOfStudent } from '#features/schedule/credits/queries.ts'
import { hasBegun } from '#features/schedule/coming/coming-classes.ts'
import { enroll, movePlace, removePlace } from '#features/schedule/places/places.ts'
import { nextMeeting } from '#features/schedule/places/queries.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'
import { today } from '#server/clock.ts'
import type { Db } from '#server/db.ts'
import { addDays } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import { notFound } from '#shared/problem.ts'
import { childRows, type ChildRow } from '../queries.ts'
import type { ChildCredit, makeups } from './api.ts'
import { familyCredit, isInTime, type Rules } from './family-credits.ts'
import { begun, notBooked, officeBooks, tooLate } from './makeup-words.ts'

/** Number of days, counting today, for which a parent sees classes. */
const daysShown = 42

/** Returns the make-up credits of a child at one center, each with its row and the child. */
async function creditsAt(db: Db, child: ChildRow) {
  const rows = await creditsOfStudent(db, child.centerId, child.id)
  return rows.map((row) => {
    const credit: ChildCredit = {
      ...familyCredit(row, child),
      childId: child.id,
      firstName: child.firstName,
    }
    return { row, at: child, credit }
  })
}

/** Returns the credits of the caller's children that are open, or booked for today or later. */
export async function makeupList({ db, actor }: ActionCall): Promise<ChildCredit[]> {
  const found = await Promise.all((await childRows(db, actor.id)).map((child) => creditsAt(db, child)))
  return found
    .flat()
    .filter(
      ({ at, credit: { state, place } }) =>
        state === 'open' || (state === 'booked' && place !== null && place.on >= today(at.timeZone)),
    )
    .map(({ credit }) => credit)
    .toSorted(
      (one, other) =>
        one.firstName.localeCompare(other.firstName) || one.expiresOn.localeCompare(other.expiresOn),
    )
}

type BookingRef = { id: string; creditId: string }

/**
 * Returns a credit of the caller's own child. Throws 404 for another family's credit, 409 if the center
 * doesn't let parents book.
 */
async function ownCredit({ db, actor }: ActionCall, { id, creditId }: BookingRef) {
  const places = await childRows(db, actor.id, { id })
  const creditLists = await Promise.all(places.map((child) => creditsAt(db, child)))
  const own = creditLists.flat().find(({ credit }) => credit._id === creditId)
  if (!own) throw notFound()
  if (own.at.makeupBooking === 'office') throw officeBooks(own.at.centerId)
  return own
}

/** Returns the classes in which a credit can be used, or to which its make-up can be moved. */
export async function freeClasses(call: ActionCall, which: HandlerInput<(typeof makeups)['classes']>) {
  const { at, credit } = await ownCredit(call, which)
  const { centerId: center, timeZone, noticeHours } = at
  const to = addDays(today(timeZone), daysShown - 1)
  const found = await findMakeups({ ...call, center }, { ...which, to }, ['open', 'booked'])
  return {
    credit,
    confirms: at.makeupBooking === 'confirm',
    noticeHours,
    classes: found.map((each) => ({ ...each, canChange: isInTime(at, { ...each, on: each.date }) })),
  }
}

type SeatKey = { classId: string; on: Day }

/** Throws 409 if the class has started. From then on, only the office may still assign a seat. */
async function notBegun(db: Db, { centerId, timeZone }: Rules, { classId, on }: SeatKey) {
  const [next] = await nextMeeting(db, centerId, { classId, from: on })
  if (next && next.on === on && hasBegun({ ...next, timeZone })) throw begun()
}

/** Returns the id of the parent who asks to book, or undefined if the center needn't confirm bookings. */
const requestedBy = ({ actor }: ActionCall, { makeupBooking }: Rules) =>
  makeupBooking === 'confirm' ? actor.id : undefined

export async function bookMakeup(call: ActionCall, input: HandlerInput<(typeof makeups)['book']>) {
  const { id: studentId, creditId, classId, on } = input
  const { at, credit } = await ownCredit(call, input)
  if (credit.state !== 'open') throw notOpen(credit)
  await notBegun(call.db, at, input)
  const seat = { classId, studentId, startDate: on, type: 'make-up' as const, creditId }
  await enroll({ ...call, center: at.centerId }, { ...seat, requestedBy: requestedBy(call, at) })
  return (await ownCredit(call, input)).credit
}

/** Returns the booked make-up of a credit. Throws 409 if there is none or if it is too late to change it. */
async function bookedMakeup(call: ActionCall, which: BookingRef) {
  const { at, credit, row } = await ownCredit(call, which)
  if (credit.state !== 'booked' || !row.place) throw notBooked()
  if (!credit.canChange) throw tooLate({ ...row.place, noticeHours: at.noticeHours })
  return { at, credit, place: row.place }
}

/** Moves a booked make-up to another class. It must be confirmed again if the center confirms bookings. */
export async function moveMakeup(call: ActionCall, input: HandlerInput<(typeof makeups)['move']>) {
  const { classId, on } = input
  const { at, credit, place } = await bookedMakeup(call, input)
  if (place.classId === classId && place.on === on) return credit
  await notBegun(call.db, at, input)
  const to = { placeId: place._id, classId, startDate: on, requestedBy: requestedBy(call, at) }
  await movePlace({ ...call, center: at.centerId, ifMatch: null }, to)
  return (await ownCredit(call, input)).credit
}

/** Cancels a booked make-up and opens its credit again. */
export async function cancelMakeup(call: ActionCall, input: HandlerInput<(typeof makeups)['cancel']>) {
  const { at, place } = await bookedMakeup(call, input)
  await removePlace({ ...call, center: at.centerId, ifMatch: null }, { placeId: place._id })
}
