import { v7 as newId } from 'uuid'
import { settleStay } from '../credits/settlement.ts'
import { zoneOf } from '#features/centers/queries.ts'
import type { PlaceType } from '#features/students/rules.ts'
import { enrollProspect, trialsOf } from '#features/students/prospects/queries.ts'
import { mostTrials, trialsUsed } from '#features/students/prospects/stages.ts'
import { today } from '#server/clock.ts'
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
  common,
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

/** Who gets a place and when, and what of make-ups follows: shared by what changes places and breaks. */

/** Who a place is for, and where: both locked. */
export type Seat = { klass: LockedClass; student: LockedStudent }

export type Wanted = Seat & { type: PlaceType; span: Span; firstClass: boolean; overReason?: string }

const dayless = async (db: Db, center: CenterId, { klass, on }: { klass: LockedClass; on: Day }) => {
  const [next] = await nextMeeting(db, center, { classId: klass.id, from: on })
  return notMeeting({ name: klass.name, on, next: next?.on ?? null })
}

/** The days of a place as far as the class goes; 409 when there is no class to come to. */
export async function daysInClass(db: Db, center: CenterId, { klass, type, span, firstClass }: Omit<Wanted, 'student'>): Promise<Span> {
  inOrder(span)
  const on = span.from
  const [life] = await classLife(db, center, klass.id)
  const days = life && common(span, life)
  if (!days || days.from !== on) throw await dayless(db, center, { klass, on })
  if ((isGuest(type) || firstClass) && (await meetsOn(db, center, { classId: klass.id, on })).length === 0)
    throw await dayless(db, center, { klass, on })
  return days
}

/** Why a place may be beyond the size: a manager's reason, or null when there is a seat. 409 `class_full` without one. */
async function seatFor(db: Db, actor: Actor, center: CenterId, { klass, student, type, span, overReason }: Wanted) {
  if (type === 'waitlist') return null
  const classId = klass.id
  const [full] = await firstFull(db, center, { classId, ...span, type })
  if (!full) return null
  if (overReason && !mayOverbook(actor.kind)) throw forbidden('overbook', 'Only a manager may go over the size of a class.')
  if (overReason) return overReason
  const { position } = one(await waitlistPosition(db, center, { classId, studentId: student.id, on: full.on }), notFound)
  throw classFull({ ...full, name: klass.name, type, waitlistPosition: position })
}

/** Whether a student may have a place on these days: nowhere else then, and a seat. Answers the reason it is over the size by. */
export async function admit(db: Db, actor: Actor, center: CenterId, wanted: Wanted) {
  const { klass, student, type, span } = wanted
  const stay = { studentId: student.id, classId: klass.id, ...span }
  const [already] = await placeIn(db, center, stay)
  if (already) throw alreadyInClass({ firstName: student.firstName, placeId: already.id, type: already.type })
  const [overlap] = type === 'waitlist' ? [] : await overlapOf(db, center, stay)
  if (overlap) throw overlapping({ ...overlap, firstName: student.firstName })
  return await seatFor(db, actor, center, wanted)
}

/** Today at a center. */
export const todayAt = async (db: Db, center: CenterId) => today(one(await zoneOf(db, center), notFound).timeZone)

/**
 * Gives a place to a student who may have it. A make-up is spent on a credit, the named one or the one that expires first. A prospect's first
 * regular place makes them active, and is marked as the first class.
 */
export async function give(db: Db, actor: Actor, center: CenterId, { creditId = null, ...asked }: Wanted & { creditId?: string | null }) {
  const { klass, student, type } = asked
  if (student.status === 'inactive') throw inactive(student)
  const isFirst = enrolls(type, student)
  const firstClass = isFirst || asked.firstClass
  const wanted = { ...asked, firstClass }
  const span = await daysInClass(db, center, wanted)
  const used = type === 'trial' ? await trialsOf(db, center, { studentId: student.id, subject: klass.subject }) : []
  if (used.length >= mostTrials) throw trialsUsed({ ...student, ...klass })
  const overReason = await admit(db, actor, center, { ...wanted, span })
  const of = { classId: klass.id, studentId: student.id }
  const spend = type === 'make-up' ? await lockCredit(db, center, { ...of, creditId, on: span.from }) : null
  if (spend?.length === 0) throw noCredit({ firstName: student.firstName, name: klass.name, on: span.from })
  const place = { id: newId(), ...of, type, startDate: span.from, endDate: span.to, firstClass, overReason }
  const [row] = await addPlace(db, center, place)
  for (const { id, offId } of spend ?? []) {
    if (offId) await dropPlaces(db, center, [offId])
    await spendCredit(db, center, { id, placeId: place.id })
  }
  if (isFirst) await enrollProspect(db, center, { studentId: student.id, on: await todayAt(db, center) })
  return row as PlaceRow
}

/** A given place for the trail, with what it made of a prospect. */
export const given = (row: PlaceRow, { student }: Seat) => (enrolls(row.type, student) ? { ...row, status: 'active' } : row)

type Settling = {
  student: LockedStudent
  /** The days on which a place or a break has changed, by class. */
  stays: readonly { classId: string; spans: readonly Span[] }[]
  /** Booked make-ups that go for another reason. */
  lost?: readonly BookedRow[]
  confirmed: boolean | undefined
}

/**
 * Makes the credits of a student follow from changed places or breaks. Booked make-ups that lose their credit are canceled once that is confirmed, else
 * 409 `covers_makeups`; answers them.
 */
export async function settlePlaces(db: Db, center: CenterId, { student, stays, lost = [], confirmed = false }: Settling) {
  const now = await todayAt(db, center)
  const gone = new Map(lost.map((each) => [each.placeId, each]))
  for (const stay of stays)
    for (const each of await settleStay(db, center, { ...stay, studentId: student.id, today: now })) gone.set(each.placeId, each)
  const makeups = [...gone.values()]
  if (makeups.length > 0 && !confirmed) throw coversMakeups({ firstName: student.firstName, makeups })
  await dropPlaces(db, center, [...gone.keys()])
  return makeups
}
