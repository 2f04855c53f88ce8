import { isStale, withId } from '#server/records.ts'
import { v7 as newId } from 'uuid'
import { studentOfCenter } from '#features/students/queries.ts'
import { endTime } from '#shared/calendar.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { addDays } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import { conflict, notFound, refused, stale } from '#shared/problem.ts'
import type { places } from './api.ts'
import { admit, daysInClass, give, placeFacts, type Seat, settlePlaces } from './seats.ts'
import { todayAt } from '#features/centers/today.ts'
import {
  addBreaks,
  changePlace,
  creditOf,
  dropBreaks,
  dropPlaces,
  lastAttendance,
  lockClass,
  type LockedClass,
  placeById,
  type PlaceRow,
  placesOfStudent,
} from './queries.ts'
import { lockStudents } from '#features/students/queries.ts'
import { begun, overlapOfSpans, inOrder, isGuest, type Span, spanOf, spanOutside } from './refusals.ts'
import type { CenterCall, FamilyCall, HandlerInput, IfMatch } from '#server/call.ts'

type PlaceKey = { classId: string; studentId: string }

/** Notifies open screens: the center's, and those showing one of these students. */
export async function publishPlaces(db: Db, center: CenterId, changed: readonly PlaceKey[]) {
  for (const id of new Set(changed.map(({ classId }) => classId)))
    publish(db, { channel: `center:${center}`, topic: 'schedule', id })
  for (const id of new Set(changed.map(({ studentId }) => studentId)))
    publish(db, { channel: `student:${id}`, topic: 'schedule' })
}

/** Returns a changed place together with the make-ups canceled by the change. */
export const withCanceled = ({ classId, studentId }: PlaceKey, canceled: readonly { classId: string }[]) => [
  { classId, studentId },
  ...canceled.map((each) => ({ ...each, studentId })),
]

/**
 * Returns the days of a regular place on which credits can change, by default all of its days. Other places
 * give no credits.
 */
const staysOf = (place: PlaceRow, spans: readonly Span[] = [spanOf(place)]) =>
  place.type === 'regular' && spans.length > 0 ? [{ classId: place.classId, spans }] : []

/**
 * Locks a student and classes in the global lock order. Throws 404 unless all of them belong to the center.
 * In the result, `to` is the last of the classes.
 */
async function lockSeat(
  db: Db,
  center: CenterId,
  { classIds, studentId }: { classIds: [string, ...string[]]; studentId: string },
) {
  const classes = await lockClass(db, center, classIds)
  const student = one(await lockStudents(db, center, [studentId]), notFound)
  const having = (id: string) => classes.filter((each) => each.id === id)
  const found = classIds.map((id) => one(having(id), notFound))
  return { student, klass: one(found, notFound), to: one(found.toReversed(), notFound) }
}

/**
 * Locks a place with its student and class, and `toClass` if the place moves to another class. Throws 412 if
 * the place has changed since the caller read it.
 */
export async function lockPlace(
  db: Db,
  center: CenterId,
  { id, ifMatch, toClass }: { id: string; ifMatch: number | null; toClass?: string },
) {
  const { classId, studentId } = one(await placeById(db, center, id), notFound)
  const seat = await lockSeat(db, center, { classIds: toClass ? [classId, toClass] : [classId], studentId })
  const place = one(await placeById(db, center, id), notFound)
  if (isStale(ifMatch, place.version)) throw stale(withId(place))
  return { ...seat, place }
}

/** Throws 409 `begun` if attendance was taken on these days, because recorded attendance must be kept. */
async function notBegun(
  db: Db,
  center: CenterId,
  { klass, student, days }: Seat & { days: readonly Span[] },
) {
  for (const span of days) {
    const [taken] = await lastAttendance(db, center, { studentId: student.id, classId: klass.id, ...span })
    if (taken) throw begun({ firstName: student.firstName, on: taken.on })
  }
}

/** Trims a place's breaks to these days, and removes breaks with no days left. */
async function trimBreaks(db: Db, center: CenterId, { id, breaks }: PlaceRow, days: Span | null) {
  await dropBreaks(db, center, id)
  const left = breaks.flatMap((each) => {
    const span = days && overlapOfSpans(spanOf(each), days)
    return span ? [{ id: each._id, placeId: id, startDate: span.from, endDate: span.to }] : []
  })
  await addBreaks(db, center, left)
}

type LockedPlace = Seat & { place: PlaceRow }

/**
 * Makes a day the last one of a place, or removes the place if it starts later or the day is null. Throws 409
 * `begun` if attendance was taken on a day that the place would lose.
 */
async function endPlace(db: Db, center: CenterId, { place, ...seat }: LockedPlace, on: Day | null) {
  const all = spanOf(place)
  const left = on === null ? null : overlapOfSpans(all, { from: '1900-01-01', to: on })
  await notBegun(db, center, { ...seat, days: left ? spanOutside(all, left) : [all] })
  await trimBreaks(db, center, place, left)
  if (left) await changePlace(db, center, { ...place, endDate: left.to })
  else await dropPlaces(db, center, [place.id])
}

type PlaceChange = HandlerInput<typeof places.change>

/** Gives a student on the waitlist a seat starting on a day. They stay on the waitlist until then. */
async function accept(
  db: Db,
  actor: Actor,
  center: CenterId,
  { place, input, ...seat }: LockedPlace & { input: PlaceChange; now: Day },
) {
  if (place.type !== 'waitlist')
    throw conflict('not_waiting', 'Only a student on the waitlist can be given a seat from it.')
  const from = input.startDate ?? seat.now
  const days = { from, to: input.endDate === undefined ? null : input.endDate }
  await endPlace(db, center, { ...seat, place }, from > place.startDate ? addDays(from, -1) : null)
  const { firstClass = false, overReason } = input
  return await give(db, actor, center, { ...seat, type: 'regular', span: days, firstClass, overReason })
}

/**
 * Changes the days or flags of a place. Added days must be available, as for a new place; removed days must
 * have no attendance.
 */
async function alter(
  db: Db,
  actor: Actor,
  center: CenterId,
  { place, input, ...seat }: LockedPlace & { input: PlaceChange },
) {
  const before = spanOf(place)
  const wished = {
    from: input.startDate ?? place.startDate,
    to: input.endDate === undefined ? place.endDate : input.endDate,
  }
  if (isGuest(place.type) && (wished.from !== before.from || wished.to !== before.to))
    throw refused(
      'one_day',
      'A make-up or trial lasts one day. Move it to another day instead.',
      '/startDate',
    )
  const firstClass = input.firstClass ?? place.firstClass
  const wanted = {
    ...seat,
    type: place.type,
    firstClass: firstClass && wished.from !== before.from,
    overReason: input.overReason,
  }
  inOrder(wished)
  const span =
    wished.from === before.from && wished.to === before.to
      ? before
      : await daysInClass(db, center, { ...wanted, span: wished })
  await notBegun(db, center, { ...seat, days: spanOutside(before, span) })
  let { overReason } = place
  for (const gained of spanOutside(span, before))
    overReason = (await admit(db, actor, center, { ...wanted, span: gained })) ?? overReason
  if (spanOutside(before, span).length > 0) await trimBreaks(db, center, place, span)
  const [row] = await changePlace(db, center, {
    ...place,
    startDate: span.from,
    endDate: span.to,
    firstClass,
    overReason,
  })
  return row as PlaceRow
}

type PlaceMove = LockedPlace & { to: LockedClass; on: Day; overReason?: string } & RequestedBy

/**
 * Moves a student's place to another class starting on a day, along with the days of its breaks from then on.
 * A make-up or trial moves to that day.
 */
async function moveWithBreaks(
  db: Db,
  actor: Actor,
  center: CenterId,
  { place, to, on, overReason, requestedBy, ...seat }: PlaceMove,
) {
  const guest = isGuest(place.type)
  if (!guest && to.id === seat.klass.id)
    throw refused('same_class', 'The student is already in that class.', '/classId')
  if (!guest && place.endDate !== null && on > place.endDate)
    throw refused('after_end', 'The place ends before that day.', '/startDate')
  const [credit] = await creditOf(db, center, place.id)
  await endPlace(db, center, { ...seat, place }, !guest && on > place.startDate ? addDays(on, -1) : null)
  const span = { from: on, to: guest ? on : place.endDate }
  const wanted = { klass: to, student: seat.student, type: place.type, span, firstClass: false, overReason }
  const row = await give(db, actor, center, { ...wanted, creditId: credit?.id, requestedBy })
  const carried = place.breaks.flatMap((each) => {
    const days = overlapOfSpans(spanOf(each), spanOf(row))
    return days ? [{ id: newId(), placeId: row.id, startDate: days.from, endDate: days.to }] : []
  })
  await addBreaks(db, center, carried)
  return one(await placeById(db, center, row.id), notFound)
}

/** Returns a student's current and future places. */
export async function placeList(
  { db, center }: CenterCall,
  input: HandlerInput<(typeof places)['ofStudent']>,
) {
  const [found, on] = await Promise.all([studentOfCenter(db, center, input.studentId), todayAt(db, center)])
  one(found, notFound)
  const rows = await placesOfStudent(db, center, { studentId: input.studentId, on })
  return rows.map(({ minutes, ...row }) => ({ ...row, ...withId(row), endTime: endTime(row.time, minutes) }))
}

/** Parent who requested a make-up that the center has to confirm. Missing for all other places. */
type RequestedBy = { requestedBy?: string | undefined }

/** Gives a student a place in a class. */
export async function enroll(
  { actor, db, center }: FamilyCall,
  input: HandlerInput<(typeof places)['enroll']> & RequestedBy,
) {
  const {
    classId,
    studentId,
    startDate,
    endDate = null,
    type,
    firstClass = false,
    creditId,
    overReason,
    requestedBy,
  } = input
  const seat = await lockSeat(db, center, { classIds: [classId], studentId })
  if (isGuest(type) && endDate !== null && endDate !== startDate)
    throw refused('one_day', 'A make-up or trial lasts one day.', '/endDate')
  const span = { from: startDate, to: isGuest(type) ? startDate : endDate }
  const row = await give(db, actor, center, {
    ...seat,
    type,
    span,
    firstClass: firstClass && type === 'regular',
    creditId,
    overReason,
    requestedBy,
  })
  await settlePlaces(db, center, { ...seat, stays: staysOf(row), confirmed: false })
  record(db, actor, { action: 'places.enroll', entity: row.id, center, after: placeFacts(row, seat) })
  await publishPlaces(db, center, [row])
  return withId(row)
}

/** Changes a place's days or first-class flag, or gives a student on the waitlist a seat. */
export async function editPlace(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof places)['change']>,
) {
  const locked = await lockPlace(db, center, { id: input.placeId, ifMatch })
  const now = await todayAt(db, center)
  const edit = { ...locked, input }
  const row = input.type
    ? await accept(db, actor, center, { ...edit, now })
    : await alter(db, actor, center, edit)
  const [was, is] = [spanOf(locked.place), spanOf(row)]
  const stays = input.type ? staysOf(row) : staysOf(row, [...spanOutside(was, is), ...spanOutside(is, was)])
  const canceled = await settlePlaces(db, center, { ...locked, stays, confirmed: input.confirmed })
  const after = { ...(input.type ? placeFacts(row, locked) : row), canceled }
  const action = input.type ? 'places.accept' : 'places.change'
  record(db, actor, { action, entity: row.id, center, before: locked.place, after })
  await publishPlaces(db, center, [row, ...withCanceled(locked.place, canceled)])
  return withId(row)
}

/** Moves a place to another class, or a make-up or trial to another day or class. */
export async function movePlace(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof places)['move']> & RequestedBy,
) {
  const { placeId, classId, startDate: on, overReason, requestedBy, confirmed } = input
  const locked = await lockPlace(db, center, { id: placeId, ifMatch, toClass: classId })
  const row = await moveWithBreaks(db, actor, center, { ...locked, on, overReason, requestedBy })
  const stays = [...staysOf(locked.place, [{ from: on, to: locked.place.endDate }]), ...staysOf(row)]
  const canceled = await settlePlaces(db, center, { ...locked, stays, confirmed })
  const after = { ...placeFacts(row, locked), canceled }
  record(db, actor, { action: 'places.move', entity: row.id, center, before: locked.place, after })
  await publishPlaces(db, center, [row, ...withCanceled(locked.place, canceled)])
  return withId(row)
}

/** Removes a place. Throws 409 `begun` if attendance was taken, because such a place can only be ended. */
export async function removePlace(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof places)['remove']>,
) {
  const locked = await lockPlace(db, center, { id: input.placeId, ifMatch })
  await endPlace(db, center, locked, null)
  const canceled = await settlePlaces(db, center, {
    ...locked,
    stays: staysOf(locked.place),
    confirmed: input.confirmed,
  })
  record(db, actor, {
    action: 'places.remove',
    entity: input.placeId,
    center,
    before: { ...locked.place, canceled },
  })
  await publishPlaces(db, center, withCanceled(locked.place, canceled))
}
