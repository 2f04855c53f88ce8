import { todayAt } from '#features/centers/today.ts'
import { v7 as newId } from 'uuid'
import { settleCreditsOfStay } from '../credits/settlement.ts'
import type { PlaceType } from '#features/students/rules.ts'
import { enrollProspect, trialsOf } from '#features/students/prospects/queries.ts'
import { maxTrials, trialsUsed } from '#features/students/prospects/stages.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import { forbidden, notFound } from '#shared/problem.ts'
import {
  addPlace,
  type BookedRow,
  classLife,
  dropPlaces,
  firstFull,
  lockCredit,
  type LockedClass,
  meetsOn,
  nextMeeting,
  overlapOf,
  placeIn,
  type PlaceRow,
  spendCredit,
  waitlistPosition,
} from './queries.ts'
import type { LockedStudent } from '#features/students/queries.ts'
import {
  alreadyInClass,
  classFull,
  overlapOfSpans,
  coversMakeups,
  enrolls,
  inactive,
  inOrder,
  isGuest,
  mayOverbook,
  noCredit,
  notMeeting,
  overlapping,
  type Span,
} from './refusals.ts'

/** Gives out seats, and cancels make-ups that lose their credit. Shared by changes to places and breaks. */

/** A student and a class, both locked. */
export type Seat = { klass: LockedClass; student: LockedStudent }

export type WantedSeat = Seat & {
  type: PlaceType
  span: Span
  firstClass: boolean
  overReason?: string
  /** The parent who books the make-up, if the center has to confirm it. */
  requestedBy?: string | undefined
}

const refusalWithNextDay = async (
  db: Db,
  center: CenterId,
  { klass, on }: { klass: LockedClass; on: Day },
) => {
  const [next] = await nextMeeting(db, center, { classId: klass.id, from: on })
  return notMeeting({ name: klass.name, on, next: next?.on ?? null })
}

/**
 * Limits a place to the days of the class. Throws 409 `not_meeting` if the place would start outside of them,
 * or if the class doesn't meet on the day of a make-up, trial or first class.
 */
export async function daysInClass(
  db: Db,
  center: CenterId,
  { klass, type, span, firstClass }: Omit<WantedSeat, 'student'>,
): Promise<Span> {
  inOrder(span)
  const on = span.from
  const [life] = await classLife(db, center, klass.id)
  const days = life && overlapOfSpans(span, life)
  if (!days || days.from !== on) throw await refusalWithNextDay(db, center, { klass, on })
  if ((isGuest(type) || firstClass) && (await meetsOn(db, center, { classId: klass.id, on })).length === 0)
    throw await refusalWithNextDay(db, center, { klass, on })
  return days
}

/**
 * Returns a manager's reason for exceeding the size, or null if there is a seat or none is needed. Throws 409
 * `class_full` if there is neither a seat nor a reason, and 403 if anyone but a manager or admin gives a
 * reason for a full class.
 */
async function seatFor(
  db: Db,
  actor: Actor | null,
  center: CenterId,
  { klass, student, type, span, overReason }: WantedSeat,
) {
  if (type === 'waitlist') return null
  const classId = klass.id
  const [full] = await firstFull(db, center, { classId, ...span, type })
  if (!full) return null
  if (overReason && !(actor && mayOverbook(actor.kind)))
    throw forbidden('overbook', 'Only a manager can go over the seat limit.')
  if (overReason) return overReason
  const on = await todayAt(db, center)
  const { position } = one(
    await waitlistPosition(db, center, { classId, studentId: student.id, on }),
    notFound,
  )
  throw classFull({ ...full, name: klass.name, type, waitlistPosition: position })
}

/**
 * Checks that the student is free and there is a seat on these days; throws 409 otherwise. Returns the reason
 * for exceeding the size, if any.
 */
export async function admit(db: Db, actor: Actor | null, center: CenterId, wanted: WantedSeat) {
  const { klass, student, type, span } = wanted
  const stay = { studentId: student.id, classId: klass.id, ...span }
  const [already] = await placeIn(db, center, stay)
  if (already) throw alreadyInClass({ firstName: student.firstName, placeId: already.id, type: already.type })
  const [overlap] = type === 'waitlist' ? [] : await overlapOf(db, center, stay)
  if (overlap) throw overlapping({ ...overlap, firstName: student.firstName })
  return await seatFor(db, actor, center, wanted)
}

/**
 * Gives a student a place after checking that it is allowed. A make-up uses a credit: the named one,
 * otherwise the one that expires first. A prospect's first regular place makes the student active and is
 * marked as their first class.
 */
export async function give(
  db: Db,
  actor: Actor | null,
  center: CenterId,
  { creditId = null, ...request }: WantedSeat & { creditId?: string | null },
) {
  const { klass, student, type } = request
  if (student.status === 'inactive') throw inactive(student)
  const isFirst = enrolls(type, student)
  const firstClass = isFirst || request.firstClass
  const wanted = { ...request, firstClass }
  const span = await daysInClass(db, center, wanted)
  const used =
    type === 'trial' ? await trialsOf(db, center, { studentId: student.id, subject: klass.subject }) : []
  if (used.length >= maxTrials) throw trialsUsed({ ...student, ...klass })
  const overReason = await admit(db, actor, center, { ...wanted, span })
  const of = { classId: klass.id, studentId: student.id }
  const spend = type === 'make-up' ? await lockCredit(db, center, { ...of, creditId, on: span.from }) : null
  if (spend?.length === 0) throw noCredit({ firstName: student.firstName, name: klass.name, on: span.from })
  const { requestedBy } = request
  const days = { startDate: span.from, endDate: span.to }
  const place = { id: newId(), ...of, type, ...days, firstClass, overReason, requestedBy }
  const [row] = await addPlace(db, center, place)
  for (const { id, offId } of spend ?? []) {
    if (offId) await dropPlaces(db, center, [offId])
    await spendCredit(db, center, { id, placeId: place.id })
  }
  if (isFirst) await enrollProspect(db, center, { studentId: student.id, on: await todayAt(db, center) })
  return row as PlaceRow
}

/**
 * Returns the audit data of a new place. Includes the student's new status if the place made a prospect
 * active.
 */
export const placeFacts = (row: PlaceRow, { student }: Seat) =>
  enrolls(row.type, student) ? { ...row, status: 'active' } : row

type SettleOptions = {
  student: LockedStudent
  /** Days on which a place or break has changed, by class. */
  stays: readonly { classId: string; spans: readonly Span[] }[]
  /** Booked make-ups that are canceled for another reason. */
  lost?: readonly BookedRow[]
  confirmed: boolean | undefined
}

/**
 * Updates a student's credits after places or breaks have changed. If booked make-ups lose their credit,
 * cancels them if that was confirmed, otherwise throws 409 `covers_makeups`. Returns the canceled make-ups.
 */
export async function settlePlaces(
  db: Db,
  center: CenterId,
  { student, stays, lost = [], confirmed = false }: SettleOptions,
) {
  const now = await todayAt(db, center)
  const canceled = new Map(lost.map((each) => [each.placeId, each]))
  for (const stay of stays)
    for (const each of await settleCreditsOfStay(db, center, { ...stay, studentId: student.id, today: now }))
      canceled.set(each.placeId, each)
  const makeups = [...canceled.values()]
  if (makeups.length > 0 && !confirmed) throw coversMakeups({ firstName: student.firstName, makeups })
  await dropPlaces(db, center, [...canceled.keys()])
  return makeups
}
