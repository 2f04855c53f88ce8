import type { AuditAction } from '#shared/audit-actions.ts'
import { v7 as newId } from 'uuid'
import {
  addBreaks,
  type BookedRow,
  changePlace,
  firstFull,
  lastAttendance,
  overlapOf,
  placeById,
} from '../places/queries.ts'
import { settlePlaces } from '../places/seats.ts'
import { todayAt } from '#features/centers/today.ts'
import { withCanceled, lockPlace, publishPlaces } from '../places/places.ts'
import {
  overlapOfSpans,
  inOrder,
  overlapping,
  seatTaken,
  type Span,
  spanOutside,
} from '../places/refusals.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import { withId } from '#server/records.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { conflict, notFound, refused } from '#shared/problem.ts'
import type { breaks } from './api.ts'
import { changeBreak, dropBreak, makeupsIn, placeOfBreak } from './queries.ts'
import type { CenterCall, IfMatch, HandlerInput } from '#server/call.ts'

type LockedPlace = Awaited<ReturnType<typeof lockPlace>>

/**
 * Returns the days of a break; without a last day, it lasts until the place ends. Throws 422 if the place
 * isn't regular or the days are outside those of the place, and 409 if they overlap another of its breaks.
 */
function daysOf({ place }: LockedPlace, { from, to, breakId }: Span & { breakId: string | null }): Span {
  if (place.type !== 'regular') throw refused('only_regular', 'Only a regular place can have a break.')
  inOrder({ from, to })
  const days = { from, to: to ?? place.endDate }
  const inside = overlapOfSpans(days, { from: place.startDate, to: place.endDate })
  if (inside?.from !== days.from || inside.to !== days.to)
    throw refused(
      'outside_place',
      'A break must be within the student’s days in the class.',
      from < place.startDate ? '/startDate' : '/endDate',
    )
  const other = place.breaks.find(
    (each) => each._id !== breakId && overlapOfSpans(days, { from: each.startDate, to: each.endDate }),
  )
  if (other)
    throw conflict(
      'break_overlaps',
      `There is already a break from ${dayInWords(other.startDate)} ${other.endDate ? `to ${dayInWords(other.endDate)}` : 'on'}. Change it instead.`,
      { breakId: other._id },
    )
  return days
}

type BreakDays = LockedPlace & { center: CenterId; days: readonly Span[]; now: Day }

/**
 * Throws 409 if the student attended the class on one of these days, because the seat was used on that day.
 * Returns the student's make-ups booked in any class on these days, leaving out past days.
 */
async function rest(db: Db, { center, klass, student, days, now }: BreakDays) {
  const makeups = []
  for (const span of days) {
    const [taken] = await lastAttendance(db, center, { studentId: student.id, classId: klass.id, ...span })
    if (taken?.came)
      throw conflict(
        'begun',
        `${student.firstName} came on ${dayInWords(taken.on)}. Start the break after that day.`,
        {
          on: taken.on,
        },
      )
    const ahead = overlapOfSpans(span, { from: now, to: null })
    if (ahead) makeups.push(...(await makeupsIn(db, center, { studentId: student.id, ...ahead })))
  }
  return makeups
}

/**
 * Throws 409 if the student can't return to the class on days that are no longer a break: because of another
 * class at that time, or because the class is full. Ignores past days.
 */
async function back(db: Db, { center, klass, student, days, now }: BreakDays) {
  for (const span of days) {
    const ahead = overlapOfSpans(span, { from: now, to: null })
    if (!ahead) continue
    const [overlap] = await overlapOf(db, center, { studentId: student.id, classId: klass.id, ...ahead })
    if (overlap) throw overlapping({ ...overlap, firstName: student.firstName })
    const [full] = await firstFull(db, center, { classId: klass.id, ...ahead, type: 'returning' })
    if (full) throw seatTaken({ ...full, name: klass.name })
  }
}

type BreakChange = LockedPlace & {
  center: CenterId
  action: AuditAction
  spans: readonly Span[]
  lost?: readonly BookedRow[]
  confirmed?: boolean | undefined
}

/**
 * Cancels the make-ups in `lost`, updates the credits for the changed days, increments the place's version,
 * records the change and notifies open screens. Returns the place.
 */
async function settle(
  db: Db,
  actor: Actor,
  { center, place, student, action, spans, lost, confirmed }: BreakChange,
) {
  const stays = spans.length > 0 ? [{ classId: place.classId, spans }] : []
  const canceled = await settlePlaces(db, center, { student, stays, lost, confirmed })
  await changePlace(db, center, place)
  const after = one(await placeById(db, center, place.id), notFound)
  record(db, actor, { action, entity: place.id, center, before: place, after: { ...after, canceled } })
  await publishPlaces(db, center, withCanceled(place, canceled))
  return withId(after)
}

/** Locks the place of a break. Returns the place and the current days of the break. */
async function lockBreak(
  db: Db,
  center: CenterId,
  { breakId, ifMatch }: { breakId: string; ifMatch: number | null },
) {
  const { placeId } = one(await placeOfBreak(db, center, breakId), notFound)
  const locked = await lockPlace(db, center, { id: placeId, ifMatch })
  const { startDate, endDate } = one(
    locked.place.breaks.filter(({ _id }) => _id === breakId),
    notFound,
  )
  return { locked, before: { from: startDate, to: endDate } }
}

export async function addBreak(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof breaks)['add']>,
) {
  const { placeId, startDate: from, endDate: to = null, confirmed } = input
  const locked = await lockPlace(db, center, { id: placeId, ifMatch })
  const days = daysOf(locked, { from, to, breakId: null })
  const lost = await rest(db, { ...locked, center, days: [days], now: await todayAt(db, center) })
  await addBreaks(db, center, [{ id: newId(), placeId, startDate: days.from, endDate: days.to }])
  return await settle(db, actor, { ...locked, center, action: 'breaks.add', spans: [days], lost, confirmed })
}

export async function moveBreak(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof breaks)['change']>,
) {
  const { breakId, startDate, endDate, confirmed } = input
  const { locked, before } = await lockBreak(db, center, { breakId, ifMatch })
  const days = daysOf(locked, {
    from: startDate ?? before.from,
    to: endDate === undefined ? before.to : endDate,
    breakId,
  })
  const now = await todayAt(db, center)
  const [gained, left] = [spanOutside(days, before), spanOutside(before, days)]
  const lost = await rest(db, { ...locked, center, days: gained, now })
  await back(db, { ...locked, center, days: left, now })
  await changeBreak(db, center, { id: breakId, startDate: days.from, endDate: days.to })
  return await settle(db, actor, {
    ...locked,
    center,
    action: 'breaks.change',
    spans: [...gained, ...left],
    lost,
    confirmed,
  })
}

export async function removeBreak(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof breaks)['remove']>,
) {
  const { locked, before } = await lockBreak(db, center, { breakId: input.breakId, ifMatch })
  await back(db, { ...locked, center, days: [before], now: await todayAt(db, center) })
  await dropBreak(db, center, input.breakId)
  return await settle(db, actor, { ...locked, center, action: 'breaks.remove', spans: [before] })
}
