import { v7 as newId } from 'uuid'
import { addDays } from '#shared/calendar.ts'
import { putNotice } from './queries.ts'
import { comingDays, notExpected, tooFar } from './absence-words.ts'
import { dropMarks, lockMarks, putChanges } from '#features/attendance/queries.ts'
import { usualReasons } from '#features/attendance/rules.ts'
import { creditsOfStudent } from '#features/schedule/credits/queries.ts'
import { settleCredits } from '#features/schedule/credits/settlement.ts'
import { firstFull, overlapOf } from '#features/schedule/places/queries.ts'
import { lockStudents } from '#features/students/queries.ts'
import { endTime } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import { notFound } from '#shared/problem.ts'
import { entityOf, record } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import type { absences, ComingClass } from './api.ts'
import { consequenceOf, hasBegun, nowAt } from '#features/schedule/coming/coming-classes.ts'
import { comingRows, type ComingRow } from '#features/schedule/coming/queries.ts'
import { lockClassOfChild } from './queries.ts'
import { begun, byOffice, creditBooked, otherClass, seatGiven, taken } from './absence-words.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'

function offOf({ closed, canceled, onBreak }: ComingRow): ComingClass['off'] {
  if (closed !== null) return { kind: 'closed', name: closed }
  if (canceled) return { kind: 'canceled', name: '' }
  return onBreak ? { kind: 'break', name: '' } : null
}

/** Converts an upcoming class to its API form. Leaves out reasons that staff wrote in their own words. */
export function shownComing(row: ComingRow): ComingClass {
  const { classId, centerId, name, on, time, minutes, type, noticedAt, byFamily, reason, timeZone } = row
  return {
    classId,
    centerId,
    name,
    on,
    isToday: on === today(timeZone),
    time,
    endTime: endTime(time, minutes),
    begun: hasBegun(row),
    type,
    off: offOf(row),
    told:
      noticedAt === null
        ? null
        : { byFamily, reason: usualReasons.find((usual) => usual === reason) ?? null },
    ...consequenceOf(row, noticedAt ?? nowAt(timeZone)),
  }
}

type MeetingRef = { id: string; classId: string; on: Day }

/**
 * Locks a class of the caller's child on a day, and returns it with the child's mark. Throws 404 if there is
 * no such class, and 409 if it has started.
 */
async function lockComing(db: Db, actor: Actor, { id: studentId, classId, on }: MeetingRef) {
  const { centerId: center } = one(await lockClassOfChild(db, actor.id, { studentId, classId }), notFound)
  await lockStudents(db, center, [studentId])
  const rows = await comingRows(db, [{ studentId, centerId: center, from: on, until: on }], { classId })
  const row = one(rows, notFound)
  if (hasBegun(row)) throw begun(row)
  const [mark = null] = await lockMarks(db, center, { classId, on, studentIds: [studentId] })
  return { center, row, mark, of: { studentId, classId, on } }
}

type LockedMeeting = Awaited<ReturnType<typeof lockComing>>

/** Notifies the screens of the center and the family that a seat has become free or is taken again. */
async function publishAbsence(db: Db, { center, row }: LockedMeeting) {
  const [office, family] = [`center:${center}`, `student:${row.studentId}`]
  for (const topic of ['attendance', 'schedule'] as const) {
    publish(db, { channel: office, topic, id: row.classId })
    publish(db, { channel: family, topic, id: row.classId })
  }
}

/**
 * Throws 409 if the absence can't be withdrawn anymore, because the seat, the time slot or the credit is
 * taken.
 */
async function mayComeAgain(db: Db, { center, row, of }: LockedMeeting) {
  const credits = await creditsOfStudent(db, center, of.studentId)
  const spent = credits.some(
    ({ classId, missedOn, place }) => classId === of.classId && missedOn === of.on && place && !place.isOff,
  )
  if (spent) throw creditBooked(row)
  const day = { classId: of.classId, from: of.on, to: of.on }
  const [overlap] = await overlapOf(db, center, { ...day, studentId: of.studentId })
  if (overlap) throw otherClass({ ...row, other: overlap.name })
  const [full] = row.onBreak ? [] : await firstFull(db, center, { ...day, type: 'make-up' })
  if (full) throw seatGiven({ ...row, ...full })
}

/**
 * Withdraws an absence that the family reported. Does nothing if there is no mark. Throws 409 if the center
 * recorded the absence or has taken attendance, if the class has started, or if the seat, the time slot or
 * the credit is taken.
 */
export async function withdrawAbsence(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof absences)['withdraw']>,
) {
  const locked = await lockComing(db, actor, input)
  const { center, row, mark, of } = locked
  if (!mark) return null
  if (mark.noticedAt === null || mark.mark !== 'absent') throw taken(row)
  if (mark.toldBy === null) throw byOffice(row)
  await mayComeAgain(db, locked)
  await dropMarks(db, center, [mark.id])
  await settleCredits(db, center, { ...of, studentIds: [of.studentId] })
  const sides = { before: [mark], after: [] }
  putChanges(db, center, { ...sides, by: actor.id, device: null, onRoll: false })
  record(db, actor, {
    action: 'absences.withdraw',
    entity: entityOf.day(row.classId, row.on),
    center,
    ...sides,
  })
  await publishAbsence(db, locked)
  return null
}

/**
 * Reports an absence in advance. Returns the consequences for the make-up credit, and whether the report is
 * new. Throws 409 if the class has started, if the child's attendance was already taken, or if the child
 * isn't expected in the class. Throws 422 for a day too far ahead.
 */
export async function reportAbsence(
  { db, actor }: ActionCall,
  input: HandlerInput<(typeof absences)['tell']>,
) {
  const { reason, note = null } = input
  const locked = await lockComing(db, actor, input)
  const { center, row, mark, of } = locked
  const off = offOf(row)
  if (input.on > addDays(today(row.timeZone), comingDays)) throw tooFar()
  if (off) throw notExpected({ ...row, off })
  if (mark && mark.noticedAt === null) throw taken(row)
  const at = nowAt(row.timeZone)
  const outcome = consequenceOf(row, mark?.noticedAt ?? at)
  const alreadyReported = mark && mark.reason === reason && (note === null || mark.note === note)
  if (mark && (alreadyReported || mark.toldBy === null || mark.mark !== 'absent'))
    return { outcome, isNew: false }
  await putNotice(db, center, { ...of, id: newId(), reason, note, by: actor.id, at })
  const sides = {
    before: mark ? [mark] : [],
    after: await lockMarks(db, center, { ...of, studentIds: [of.studentId] }),
  }
  await settleCredits(db, center, { ...of, studentIds: [of.studentId] })
  putChanges(db, center, { ...sides, by: actor.id, device: null, onRoll: false })
  record(db, actor, {
    action: 'absences.tell',
    entity: entityOf.day(row.classId, row.on),
    center,
    ...sides,
  })
  await publishAbsence(db, locked)
  return { outcome, isNew: !mark }
}
