import { todayAt } from '#features/centers/today.ts'
import { v7 as newId } from 'uuid'
import { settleCreditsOfStay } from '../credits/settlement.ts'
import { lockClass, firstFull } from '../places/queries.ts'
import { inOrder } from '../places/refusals.ts'
import { putClass, putTerm, teacherOf } from '../queries.ts'
import { endTime } from '#shared/calendar.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { conflict, notFound, stale } from '#shared/problem.ts'
import { counted } from '#shared/text.ts'
import { record } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import type { Call } from '#server/call.ts'
import type { Guest } from '../api.ts'
import type { ChangedClass, Class, classes } from './api.ts'
import {
  guestOf,
  mustEndSameDay,
  mustMeetGuests,
  mustNotBePast,
  mustNotHaveBegun,
  mustNotOverlap,
  mustTeach,
  type ClassRef,
} from './class-checks.ts'
import type { Facts } from './fields.ts'
import {
  changeClass,
  clashRows,
  type ClassRow,
  classInZone,
  classRows,
  dropClass,
  dropTerms,
  endPlaces,
  everUsed,
  guestRows,
  memberRows,
  ownOf,
  placesFrom,
  termRows,
} from './queries.ts'
import {
  changeTerms,
  lastsUntil,
  endTerms,
  meetingFrom,
  newFacts,
  type Term,
  termAt,
  usualMinutes,
} from './terms.ts'
import type { CenterCall, HandlerInput, IfMatch } from '#server/call.ts'
import { isStale } from '#server/records.ts'

function recurring<R extends Omit<NonNullable<ClassRow['next']>, 'startDate'>>(row: R) {
  const { teacherId, teacherFirstName, teacherLastName, teacherType, teacherNotes, ...rest } = row
  const teacher = teacherOf({ teacherId, teacherFirstName, teacherLastName, teacherType, teacherNotes })
  return { ...rest, endTime: endTime(row.time, row.minutes), teacher }
}

export const shown = ({ next, ...row }: ClassRow, future: Guest[]): Class => ({
  ...recurring(row),
  teacherId: row.teacherId,
  next: next && recurring(next),
  future,
})

/** Returns a class as it is now. Throws 404 if there is none. */
const classNow = async (db: Db, which: ClassRef) =>
  await classOn(db, { ...which, on: await todayAt(db, which.center) })

/**
 * Returns a class's name and subject, and the current date at its center, with a single query. Throws 404 for
 * another center's class.
 */
export async function classToday(db: Db, { center, classId }: ClassRef) {
  const { name, subject, timeZone } = one(await classInZone(db, center, classId), notFound)
  return { name, subject, on: today(timeZone) }
}

/**
 * Returns a class as of a day, with its guests on or after that day. Throws 404 for another center's class.
 */
export async function classOn(db: Db, { center, classId, on }: ClassRef & { on: Day }): Promise<Class> {
  const [rows, guests] = await Promise.all([
    classRows(db, center, { on, classId, which: 'all' }),
    guestRows(db, center, { classId, from: on }),
  ])
  return shown(one(rows, notFound), guests.map(guestOf))
}

/** Returns a class with any warnings about its teacher. */
async function answerOf(db: Db, which: ClassRef): Promise<ChangedClass> {
  const from = await todayAt(db, which.center)
  const [now, clashes] = await Promise.all([
    classOn(db, { ...which, on: from }),
    clashRows(db, which.center, { ...which, from }),
  ])
  const warnings = clashes.map(({ classId, name, time, on }) => ({
    code: 'teacher_busy' as const,
    classId,
    text: `The teacher also has “${name}” at ${clock(time)}, first on ${dayInWords(on)}.`,
  }))
  return { ...now, warnings }
}

async function putTerms(db: Db, { center, classId }: ClassRef, terms: readonly Term[]) {
  await dropTerms(db, center, classId)
  for (const term of terms) await putTerm(db, { ...term, centerId: center, classId })
}

type TermChange = {
  before: readonly Term[]
  after: readonly Term[]
  facts: Partial<Facts>
  from: Day
  now: Day
}

/**
 * Throws 409 if the class's students no longer fit: guests are booked on a day when it no longer meets, there
 * are too few seats, or a student has another class at that time. Call it after writing the new terms; the
 * error rolls them back.
 */
async function refuseUnfitPlaces(db: Db, which: ClassRef, { before, after, facts, from, now }: TermChange) {
  const { center, classId } = which
  const { day, time, minutes, maxSize } = facts
  if (day !== undefined) await mustMeetGuests(db, which, { terms: after, from, now })
  if (maxSize !== undefined && before.some((term) => lastsUntil(term, from) && term.maxSize > maxSize)) {
    const [full] = await firstFull(db, center, { classId, from, to: null, type: 'nobody' })
    if (full) {
      const on = meetingFrom(after, full.on)
      const seats = counted(full.seats, 'seat')
      throw conflict('class_too_small', `On ${dayInWords(on)}, ${seats} are taken. Move someone first.`, {
        on,
        seats: full.seats,
      })
    }
  }
  if (day !== undefined || time !== undefined || minutes !== undefined) await mustNotOverlap(db, which, from)
}

/** Validates changes to a class that start on `from`. Returns the fields that change in at least one term. */
async function checkedFacts(
  db: Db,
  {
    center,
    terms,
    from,
    changes,
  }: { center: CenterId; terms: readonly Term[]; from: Day; changes: Partial<Facts> },
) {
  const coming = terms.filter((term) => lastsUntil(term, from))
  const last = one(terms.slice(-1), notFound)
  const fresh = Object.assign(
    {},
    ...(coming.length > 0 ? coming : [last]).map((term) => newFacts(term, changes)),
  ) as Partial<Facts>
  if (Object.keys(fresh).length === 0) return fresh
  if (coming.length === 0)
    throw conflict('ended', 'This class will have ended by then. Create a new one.', { endDate: last.endsOn })
  for (const term of coming) mustEndSameDay({ ...term, ...fresh })
  await mustTeach(db, center, fresh.teacherId)
  return fresh
}

type ChangeCall = Omit<Call<typeof classes.change>, 'from'>

/** Changes a class, in full or in part. */
export async function change({ input, actor, db, center, ifMatch }: ChangeCall) {
  const { classId, from: requestedFrom, day, time, minutes, maxSize, teacherId, ...own } = input
  const which = { center, classId }
  const locked = one(await lockClass(db, center, [classId]), notFound)
  if (isStale(ifMatch, locked.version)) throw stale(await classNow(db, which))
  const now = await todayAt(db, center)
  const from = requestedFrom ?? now
  mustNotBePast(from, now)
  const terms = await termRows(db, center, classId)
  const facts = await checkedFacts(db, {
    center,
    terms,
    from,
    changes: { day, time, minutes, maxSize, teacherId },
  })
  if (Object.keys(facts).length > 0) {
    const after = changeTerms(terms, from, facts)
    await putTerms(db, which, after)
    await refuseUnfitPlaces(db, which, { before: terms, after, facts, from, now })
    if (facts.day !== undefined) await voidCreditsFrom(db, which, { from, now })
  }
  const before = one(await ownOf(db, center, classId), notFound)
  const given = Object.entries(own).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof typeof own],
  )
  if (given.length === 0 && Object.keys(facts).length === 0) return await answerOf(db, which)
  const after = Object.fromEntries(given)
  await changeClass(db, center, { ...before, ...after })
  const old: Record<string, unknown> = { ...before, ...termAt(terms, from) }
  const changed = { ...after, ...facts }
  record(db, actor, {
    action: 'classes.change',
    entity: classId,
    center,
    before: Object.fromEntries(Object.keys(changed).map((name) => [name, old[name]])),
    after: { ...changed, ...(Object.keys(facts).length > 0 ? { from } : {}) },
  })
  await publishClass(db, which, await memberRows(db, center, { classId, from: now }))
  return await answerOf(db, which)
}

/** Voids credits for days on which the class no longer meets. */
const voidCreditsFrom = (db: Db, { center, classId }: ClassRef, { from, now }: { from: Day; now: Day }) =>
  settleCreditsOfStay(db, center, { classId, spans: [{ from, to: null }], today: now })

/** Notifies open screens: the center's, and those showing one of the class's students (`members`). */
async function publishClass(
  db: Db,
  { center, classId: id }: ClassRef,
  members: readonly { studentId: string }[],
) {
  const students = [...new Set(members.map(({ studentId }) => `student:${studentId}`))]
  for (const channel of [`center:${center}`, ...students]) publish(db, { channel, topic: 'schedule', id })
}

/**
 * Ends a class on the day before `from`. Deletes it instead if it wouldn't have started by then, or if nobody
 * was ever in it and `from` is today. Does nothing if somebody was in the class and it already ends by then.
 * Throws 409 `begun` if `from` is today and attendance was taken, or `in_use` if a class to be deleted has
 * credits.
 */
async function end(db: Db, actor: Actor, which: ClassRef, { from, now }: { from: Day; now: Day }) {
  const { center, classId } = which
  const terms = await termRows(db, center, classId)
  const left = endTerms(terms, from)
  const isUsed = async () => (await everUsed(db, center, classId)).length > 0
  const before = { ...one(await ownOf(db, center, classId), notFound), terms }
  const wasUsed = await isUsed()
  if (wasUsed && left.length === terms.length && left.at(-1)?.endsOn === terms.at(-1)?.endsOn) return
  if (from === now) await mustNotHaveBegun(db, which, now)
  const places = await placesFrom(db, center, { classId, from })
  await endPlaces(db, center, { classId, from })
  if ((!wasUsed && from === now) || (left.length === 0 && !(await isUsed()))) {
    await dropClass(db, center, classId)
    record(db, actor, { action: 'classes.remove', entity: classId, center, before })
  } else {
    if (left.length === 0)
      throw conflict(
        'in_use',
        'Students have credits for this class, so it can’t be deleted. Choose a day after its first day.',
      )
    await putTerms(db, which, left)
    await changeClass(db, center, before)
    await voidCreditsFrom(db, which, { from, now })
    const was = { endDate: terms.at(-1)?.endsOn, places }
    record(db, actor, { action: 'classes.end', entity: classId, center, before: was, after: { from } })
  }
  await publishClass(db, which, places)
}

const withoutNotes = ({ next, ...row }: ClassRow): ClassRow => ({
  ...row,
  notes: '',
  teacherNotes: '',
  next: next && { ...next, teacherNotes: '' },
})

/** Returns the classes of a center as of a day. */
export async function classesOf(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof classes)['list']>,
) {
  const on = input.on ?? (await todayAt(db, center))
  const which = input.ended ? 'all' : input.on === undefined ? 'coming' : 'meeting'
  const isDevice = actor.kind === 'devices'
  const [rows, guests] = await Promise.all([
    classRows(db, center, { on, which }),
    isDevice ? [] : guestRows(db, center, { from: on }),
  ])
  const byClass = Map.groupBy(guests, ({ classId }) => classId)
  return rows.map((row) =>
    shown(isDevice ? withoutNotes(row) : row, (byClass.get(row.id) ?? []).map(guestOf)),
  )
}

/** Adds a class with its first term. */
export async function addClass(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof classes)['add']>,
) {
  const { name, subject, type, notes, day, time, maxSize, teacherId, startDate, endDate } = input
  const minutes = input.minutes ?? usualMinutes({ subject, type })
  const startsOn = startDate ?? (await todayAt(db, center))
  inOrder({ from: startsOn, to: endDate })
  mustEndSameDay({ time, minutes })
  await mustTeach(db, center, teacherId)
  const classId = newId()
  await putClass(db, { centerId: center, id: classId, name, subject, type, notes })
  const term = { day, time, minutes, maxSize, teacherId, startsOn, endsOn: endDate }
  await putTerm(db, { ...term, centerId: center, classId })
  record(db, actor, {
    action: 'classes.add',
    entity: classId,
    center,
    after: { name, subject, type, notes, ...term },
  })
  await publishClass(db, { center, classId }, [])
  return await answerOf(db, { center, classId })
}

/** Ends a class on the day before `from`, which is today by default. */
export async function endClass(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  { classId, from: requestedFrom }: HandlerInput<(typeof classes)['end']>,
) {
  const which = { center, classId }
  const locked = one(await lockClass(db, center, [classId]), notFound)
  if (isStale(ifMatch, locked.version)) throw stale(await classNow(db, which))
  const now = await todayAt(db, center)
  const from = requestedFrom ?? now
  mustNotBePast(from, now)
  await end(db, actor, which, { from, now })
}

/** Deletes a class that nobody was ever in, if it still exists. Throws 409 if somebody was. */
export async function removeUnusedClass({ actor, db, center }: CenterCall, classId: string) {
  const [locked] = await lockClass(db, center, [classId])
  if (!locked) return
  const own = one(await ownOf(db, center, classId), notFound)
  if ((await everUsed(db, center, classId)).length > 0)
    throw conflict('in_use', `Students are or were in “${own.name}”, so it can’t be removed.`)
  const before = { ...own, terms: await termRows(db, center, classId) }
  await dropClass(db, center, classId)
  record(db, actor, { action: 'classes.remove', entity: classId, center, before })
  await publishClass(db, { center, classId }, [])
}
