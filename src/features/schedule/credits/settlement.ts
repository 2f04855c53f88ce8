import { v7 as newId } from 'uuid'
import { today } from '#server/clock.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import { lockStudents } from '#features/students/queries.ts'
import type { BookedRow } from '../places/queries.ts'
import {
  knownOf,
  openCredits,
  putCredits,
  type Meetings,
  type KnownRow,
  voidCredits,
  makeupsWith,
  daysThatCount,
} from './queries.ts'
import { type MissedClassCredit, settlement } from './credit-state.ts'
import type { Span } from '../places/refusals.ts'

/**
 * Converts a row to the input of the credit rules. `meets` overrides the stored facts: the class counts as
 * held or canceled or, if no class is given, the center counts as open or closed.
 */
export function missedClassCredit(
  { makeupRule, noticeHours, isCanceled, isClosed, ...row }: KnownRow,
  meets?: { classId?: string; isSo: boolean },
): MissedClassCredit {
  const settings = { makeupRule, noticeHours }
  if (!meets) return { ...row, canceled: isCanceled || isClosed, settings }
  const isOffAnyway = meets.classId ? isClosed : isCanceled
  return { ...row, canceled: !meets.isSo || isOffAnyway, settings }
}

/**
 * Gives, updates and voids the credits for missing these meetings. Call it after a mark, place, cancellation
 * or closure has changed, in the same transaction, with the classes locked. Idempotent; leaves manual
 * decisions unchanged. Returns the ids of the meetings' students, and of the voided credits.
 */
export async function settleCredits(db: Db, center: CenterId, meetings: Meetings) {
  const known = await knownOf(db, center, meetings)
  const [any] = known
  const students = [...new Set(known.map(({ studentId }) => studentId))]
  const facts = known.map((row) => missedClassCredit(row))
  const wanted = settlement(facts, [])
  if (!any || wanted.due.length + wanted.excess.length === 0) return { students, voided: [] }
  const studentIds = [...new Set(wanted.due.map(({ studentId }) => studentId))]
  if (studentIds.length > 0) await lockStudents(db, center, studentIds)
  const open =
    studentIds.length > 0 ? await openCredits(db, center, { studentIds, on: today(any.timeZone) }) : []
  const { due, excess } = settlement(facts, open)
  const credits = due.map((each) => ({ ...each, id: newId(), note: '' }))
  if (credits.length > 0) await putCredits(db, center, { credits, byHand: false })
  if (excess.length > 0) await voidCredits(db, center, excess)
  return { students, voided: excess.flatMap(({ creditId }) => creditId ?? []) }
}

export type Stay = { classId: string; studentId?: string; spans: readonly Span[] }

/**
 * Gives, updates and voids credits of one student or of everyone in a class, after places or breaks have
 * changed on some days. Returns the make-ups booked for today or later whose credits are now void.
 */
export async function settleCreditsOfStay(
  db: Db,
  center: CenterId,
  { today: from, ...stay }: Stay & { today: Day },
): Promise<BookedRow[]> {
  const { classId, studentId } = stay
  const on = (await daysThatCount(db, center, stay)).map((day) => day.on)
  if (on.length === 0) return []
  const { voided: creditIds } = await settleCredits(db, center, {
    classId,
    on,
    ...(studentId && { studentIds: [studentId] }),
  })
  return creditIds.length > 0 ? await makeupsWith(db, center, { creditIds, from }) : []
}
