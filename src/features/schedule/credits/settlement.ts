import { v7 as newId } from 'uuid'
import { today } from '#server/clock.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import { lockStudents, type BookedRow } from '../places/queries.ts'
import { knownOf, openCredits, putCredits, type Meetings, type KnownRow } from './queries.ts'
import { type Known, settlement } from './rules.ts'
import type { Span } from '../places/rules.ts'

/** Makes credits void, one for each missed class. What they were spent on stays. */
const voidCredits = (db: Db, center: CenterId, missed: readonly Pick<Known, 'studentId' | 'classId' | 'on'>[]) => db`
  update credits cr set void_at = coalesce(void_at, now()), over_limit = null, version = version + 1
  from jsonb_to_recordset(${db.json(missed.map(({ studentId, classId, on }) => ({ studentId, classId, on })))})
    as gone("studentId" uuid, "classId" uuid, "on" date)
  where cr.center_id = ${center} and cr.student_id = gone."studentId" and cr.class_id = gone."classId" and cr.missed_on = gone."on"
`

/** What is known as the rules take it. With `meets` as if the class were held or cancelled, or without a class the centre open or closed. */
export function supposing(
  { makeupRule, noticeHours, isCancelled, isClosed, ...row }: KnownRow,
  meets?: { classId?: string; isSo: boolean },
): Known {
  const cancelled = meets ? !meets.isSo || (meets.classId ? isClosed : isCancelled) : isCancelled || isClosed
  return { ...row, cancelled, settings: { makeupRule, noticeHours } }
}

/**
 * Makes the credits for meetings follow from what is known of them: call it after a mark, a place, a cancelling or a closed day has changed, in the
 * same transaction, with the classes locked. The same facts again change nothing; what a person said of a credit stays. Answers who is concerned, and
 * the credits that are void now.
 */
export async function settleCredits(db: Db, center: CenterId, meetings: Meetings) {
  const known = await knownOf(db, center, meetings)
  const [any] = known
  const students = [...new Set(known.map(({ studentId }) => studentId))]
  const facts = known.map((row) => supposing(row))
  const wanted = settlement(facts, [])
  if (!any || wanted.due.length + wanted.gone.length === 0) return { students, voided: [] }
  const studentIds = [...new Set(wanted.due.map(({ studentId }) => studentId))]
  if (studentIds.length > 0) await lockStudents(db, center, studentIds)
  const open = studentIds.length > 0 ? await openCredits(db, center, { studentIds, on: today(any.timeZone) }) : []
  const { due, gone } = settlement(facts, open)
  const credits = due.map((each) => ({ ...each, id: newId(), note: '' }))
  if (credits.length > 0) await putCredits(db, center, { credits, byHand: false })
  if (gone.length > 0) await voidCredits(db, center, gone)
  return { students, voided: gone.flatMap(({ creditId }) => creditId ?? []) }
}

/** Booked make-ups that are spent on these credits, on days to come. */
const makeupsWith = (db: Db, center: CenterId, { creditIds, from }: { creditIds: readonly string[]; from: Day }) => db<BookedRow[]>`
  select pl.id as place_id, pl.class_id, c.name, lower(pl.during) as "on"
  from credits cr
  join places pl on pl.center_id = cr.center_id and pl.id = cr.place_id
  join classes c on c.center_id = pl.center_id and c.id = pl.class_id
  where cr.center_id = ${center} and cr.id = any(${[...creditIds]}::uuid[]) and lower(pl.during) >= ${from} and not exists (
    select from attendances a where a.center_id = pl.center_id and a.class_id = pl.class_id and a.student_id = pl.student_id
      and a.held_on = lower(pl.during) and a.arrived_at is not null)
  order by pl.during, pl.id
`

type Stay = { classId: string; studentId?: string; spans: readonly Span[] }

/** The days within spans on which something is known of a class that gives credits, or for which there is one; of one student or of all. */
const daysThatCount = (db: Db, center: CenterId, { classId, studentId, spans }: Stay) => db<{ on: Day }[]>`
  with asked as (select range_agg(daterange("from", "to", '[]')) as days from jsonb_to_recordset(${db.json(spans)}) as s("from" date, "to" date))
  select distinct "on" from asked, (
    select missed_on as "on" from credits
      where center_id = ${center} and class_id = ${classId} and (${studentId ?? null}::uuid is null or student_id = ${studentId ?? null})
    union all select held_on from class_days where center_id = ${center} and class_id = ${classId} and cancelled_at is not null
    union all select held_on from closures where center_id = ${center}
    union all select held_on from attendances
      where center_id = ${center} and class_id = ${classId} and student_id = ${studentId ?? null}
  ) known where asked.days @> "on" order by "on"
`

/**
 * Makes the credits of a student, or of all, in a class follow from places or breaks that have changed on some days. Answers the booked make-ups
 * from `today` on whose credits are void now.
 */
export async function settleStay(db: Db, center: CenterId, { today: from, ...stay }: Stay & { today: Day }): Promise<BookedRow[]> {
  const { classId, studentId } = stay
  const on = (await daysThatCount(db, center, stay)).map((day) => day.on)
  if (on.length === 0) return []
  const { voided: creditIds } = await settleCredits(db, center, { classId, on, ...(studentId && { studentIds: [studentId] }) })
  return creditIds.length > 0 ? await makeupsWith(db, center, { creditIds, from }) : []
}
