import { v7 as newId } from 'uuid'
import { studentOfCenter } from '#features/students/queries.ts'
import { newsOf } from '#features/students/queries.ts'
import { record } from '#server/audit.ts'
import { timeAt, today } from '#server/clock.ts'
import { one, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { pagesOf } from '#server/list-file.ts'
import { addDays } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import { forbidden, notFound, stale } from '#shared/problem.ts'
import { daysBetween } from '../days/clashes.ts'
import { lockClass } from '../places/queries.ts'
import { lockStudents } from '#features/students/queries.ts'
import { publishPlaces } from '../places/places.ts'
import { endTime } from '#shared/calendar.ts'
import type { Credit, credits, MakeUp } from './api.ts'
import { makeupsOf } from './finder-queries.ts'
import {
  changeCredit,
  creditById,
  type CreditLine,
  creditLines,
  type CreditRow,
  creditsOfStudent,
  knownOf,
  lockCreditById,
  openCredits,
  putCredits,
} from './queries.ts'
import {
  type CreditState,
  creditState,
  effectsOf,
  hasCredit,
  mayExtend,
  notMissed,
  notOpen,
  creditUsed,
} from './credit-state.ts'
import { likenessReasons } from './likeness.ts'
import type { CenterCall, HandlerInput, IfMatch } from '#server/call.ts'
import { isStale } from '#server/records.ts'
import { missedClassCredit, settleCredits } from './settlement.ts'

/** Converts a credit to its API shape. */
function shownCredit({ id, voidAt, byHand: _, timeZone, place, ...row }: CreditRow): Credit {
  const state = creditState({ voidAt, expiresOn: row.expiresOn, place }, today(timeZone))
  if (!place) return { _id: id, ...row, state, place }
  const { attended: _attended, isOff: _isOff, ...where } = place
  return { _id: id, ...row, state, place: where }
}

const lineOf = (row: CreditLine) => {
  const { studentNum, firstName, lastName } = row
  return { ...shownCredit(row), studentNum, firstName, lastName }
}

/** Yields credits page by page, because there can be thousands over the years. */
export async function* lines(
  db: Db,
  center: CenterId,
  { filter, search }: { filter: number; search: string },
) {
  for await (const page of pagesOf<CreditLine>((last) => creditLines(db, center, { filter, search, last })))
    yield page.map(lineOf)
}

const later = (left: Day, right: Day) => (left > right ? left : right)

const earlier = (left: Day, right: Day) => (left < right ? left : right)

const windowDays = 21

export async function creditList(
  { db, center }: CenterCall,
  input: HandlerInput<(typeof credits)['ofStudent']>,
) {
  const [found, rows] = await Promise.all([
    studentOfCenter(db, center, input.studentId),
    creditsOfStudent(db, center, input.studentId),
  ])
  one(found, notFound)
  return rows.map(shownCredit)
}

export async function grantCredit(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof credits)['grant']>,
) {
  const { classId, studentId, missedOn: on, reason: note } = input
  const klass = one(await lockClass(db, center, [classId]), notFound)
  const student = one(await lockStudents(db, center, [studentId]), notFound)
  const missed = { firstName: student.firstName, name: klass.name, on }
  const [miss] = await knownOf(db, center, { classId, on, studentIds: [studentId] })
  if (miss?.placeType !== 'regular' || miss.attended) throw notMissed(missed)
  if (miss.creditId) throw hasCredit({ ...missed, creditId: miss.creditId })
  const expiresOn = addDays(later(on, today(miss.timeZone)), miss.creditDays)
  const credit = {
    id: newId(),
    studentId,
    classId,
    missedOn: on,
    reason: 'granted' as const,
    note,
    expiresOn,
  }
  const { id } = one(await putCredits(db, center, { credits: [credit], byHand: true }), notFound)
  const row = one(await creditById(db, center, id), notFound)
  record(db, actor, { action: 'credits.grant', entity: id, center, after: row })
  await publishPlaces(db, center, [row])
  return shownCredit(row)
}

/** Voids, restores, extends or shortens a credit. */
export async function editCredit(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof credits)['change']>,
) {
  const { classId, studentId } = one(await creditById(db, center, input.creditId), notFound)
  await lockClass(db, center, [classId])
  await lockStudents(db, center, [studentId])
  await lockCreditById(db, center, input.creditId)
  const before = one(await creditById(db, center, input.creditId), notFound)
  if (isStale(ifMatch, before.version)) throw stale(shownCredit(before))
  const { expiresOn = before.expiresOn, void: isVoid = before.voidAt !== null } = input
  if (expiresOn > before.expiresOn && !mayExtend(actor.kind))
    throw forbidden('extend', 'Only a manager can extend a make-up credit.')
  if (input.void && before.place && !before.place.isOff) throw creditUsed()
  const byHand =
    input.void === undefined
      ? before.byHand
      : isVoid || before.overLimit !== null || before.reason === 'granted'
  await changeCredit(db, center, { id: before.id, expiresOn, byHand, isVoid })
  if (input.void === false)
    await settleCredits(db, center, { classId, on: before.missedOn, studentIds: [before.studentId] })
  const after = one(await creditById(db, center, before.id), notFound)
  record(db, actor, { action: 'credits.change', entity: before.id, center, before, after })
  await publishPlaces(db, center, [after])
  return shownCredit(after)
}

/** Computes how canceling or reinstating a class, or whole days, would affect credits. Writes nothing. */
export async function creditEffects(
  { db, center }: CenterCall,
  input: HandlerInput<(typeof credits)['effects']>,
) {
  const { classId, date, until = date, meets: isSo } = input
  const on = daysBetween(date, until, '/until')
  const rows = await knownOf(db, center, { classId, on })
  const studentIds = [...new Set(rows.map(({ studentId }) => studentId))]
  const [first] = rows
  const open = first ? await openCredits(db, center, { studentIds, on: today(first.timeZone) }) : []
  const known = rows.map((row) => missedClassCredit(row, { classId, isSo }))
  const [last] = await newsOf(db, center, { classId, date })
  return { ...effectsOf(known, open), told: last?.isOff ?? false }
}

/**
 * Finds classes with a free seat in which a credit can be used. Throws 409 `not_open` unless the credit's
 * state is one of `states`. If `states` includes `booked`, the credit's booked make-up can be moved to one of
 * the classes found.
 */
export async function findMakeups(
  { db, center }: CenterCall,
  input: HandlerInput<(typeof credits)['makeups']>,
  states: readonly CreditState[] = ['open'],
): Promise<MakeUp[]> {
  const row = one(await creditById(db, center, input.creditId), notFound)
  const credit = shownCredit(row)
  if (!states.includes(credit.state)) throw notOpen(credit)
  const now = today(row.timeZone)
  const from = later(input.from ?? now, now)
  const to = input.to ?? addDays(from, windowDays - 1)
  daysBetween(input.from ?? from, to, '/to')
  const window = {
    creditId: row.id,
    from,
    to: earlier(to, credit.expiresOn),
    today: now,
    now: timeAt(row.timeZone),
  }
  if (window.from > window.to) return []
  const found = await makeupsOf(db, center, window)
  return found.map(({ on, minutes, teacherFirstName, teacherLastName, ...like }) => ({
    classId: like.classId,
    className: like.className,
    teacher: teacherFirstName === null ? null : `${teacherFirstName} ${teacherLastName ?? ''}`.trim(),
    date: on,
    time: like.time,
    endTime: endTime(like.time, minutes),
    free: like.free,
    level: like.level,
    levelsOff: like.levelsOff,
    why: likenessReasons(like),
  }))
}
