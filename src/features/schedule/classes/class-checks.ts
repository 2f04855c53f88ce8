import { overlapOf } from '../places/queries.ts'
import { lockStudents } from '#features/students/queries.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { conflict, refused } from '#shared/problem.ts'
import { counted } from '#shared/text.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Guest } from '../api.ts'
import type { Facts } from './fields.ts'
import { guestRows, marksOn, memberRows, teaches } from './queries.ts'
import { endsSameDay, meets, type Term } from './terms.ts'

export type ClassRef = { center: CenterId; classId: string }

export const guestOf = ({ classId: _, ...guest }: Guest & { classId: string }): Guest => guest

export function mustEndSameDay({ time, minutes }: Pick<Facts, 'time' | 'minutes'>) {
  if (!endsSameDay(time, minutes))
    throw refused(
      'ends_next_day',
      'A class must end on the day it starts. Choose another time or length.',
      '/minutes',
    )
}

export async function mustTeach(db: Db, center: CenterId, teacherId: string | null | undefined) {
  if (!teacherId) return
  if ((await teaches(db, center, teacherId)).length === 0)
    throw refused('no_teacher', 'Choose a teacher at this center.', '/teacherId')
}

export function mustNotBePast(from: Day, now: Day) {
  if (from < now) throw refused('past', 'Past days can’t be changed. Choose today or later.', '/from')
}

/**
 * Throws 409 if guests are booked on days when the class would no longer meet, or if attendance was taken
 * today and the class would no longer meet today.
 */
export async function mustMeetGuests(
  db: Db,
  { center, classId }: ClassRef,
  { terms, from, now }: { terms: readonly Term[]; from: Day; now: Day },
) {
  const lost = (await guestRows(db, center, { classId, from })).filter(({ date }) => !meets(terms, date))
  if (lost.length > 0)
    throw conflict(
      'guests_booked',
      `${counted(lost.length, 'guest')} would lose their class. Move them to another day or class first.`,
      {
        guests: lost.map(guestOf),
      },
    )
  if (from === now && !meets(terms, now)) await mustNotHaveBegun(db, { center, classId }, now)
}

export async function mustNotHaveBegun(db: Db, { center, classId }: ClassRef, on: Day) {
  if ((await marksOn(db, center, { classId, on })).length > 0)
    throw conflict('begun', 'Attendance was already taken in this class today. Choose a later day.', { on })
}

/**
 * Throws 409 if a new time would put a student in two classes at once. Locks the students, so that none of
 * them can join another class in the meantime.
 */
export async function mustNotOverlap(db: Db, { center, classId }: ClassRef, from: Day) {
  const members = await memberRows(db, center, { classId, from })
  const students = await lockStudents(db, center, [...new Set(members.map(({ studentId }) => studentId))])
  for (const { studentId, startsOn, endsOn } of members) {
    const [overlap] = await overlapOf(db, center, { studentId, classId, from: startsOn, to: endsOn })
    if (!overlap) continue
    const name = students.find(({ id }) => id === studentId)?.firstName ?? ''
    const { on, time } = overlap
    throw conflict(
      'overlapping',
      `${name} is in “${overlap.name}” at ${clock(time)} on ${dayInWords(on)}. Move them first, or choose another time.`,
      { ...overlap, studentId },
    )
  }
}
