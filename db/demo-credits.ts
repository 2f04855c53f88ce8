import { v7 as newId } from 'uuid'
import { dropMarks, lockMarks, putMarks } from '#features/attendance/queries.ts'
import { afterMark } from '#features/attendance/rules.ts'
import { changeCredit, creditsOfStudent } from '#features/schedule/credits/queries.ts'
import { settleCredits } from '#features/schedule/credits/settlement.ts'
import { spendCredit } from '#features/schedule/places/queries.ts'
import type { Db } from '#server/db.ts'
import { addDays, weekday } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import type { factories } from '#tests/factories.ts'
import type { DemoClass, DemoStudent } from './demo.ts'

type Ledger = {
  make: ReturnType<typeof factories>
  student: DemoStudent
  classes: readonly DemoClass[]
  today: Day
  by: string
}

const lastOn = ({ day }: DemoClass, before: Day) => addDays(before, -((weekday(before) - day + 7) % 7 || 7))

/**
 * Gives one student make-up credits for excused absences: one that is open, one that expires soon, and one
 * that was used.
 */
export async function makeCredits(db: Db, { make, student, classes, today, by }: Ledger) {
  const { id: studentId, centerId } = student
  const math = classes.filter(({ subject }) => subject === 'Math')
  const own = math.filter(({ students }) => students.some(({ id }) => id === studentId))
  const other = math.find((each) => !own.includes(each) && each.day !== weekday(today))
  const [klass] = own
  if (!klass || !other) return
  const mark = async (classId: string, on: Day, came: boolean) => {
    const at = `${on}T22:00:00Z`
    const there = await lockMarks(db, centerId, { classId, on, studentIds: [studentId] })
    await dropMarks(
      db,
      centerId,
      there.map((each) => each.id),
    )
    const facts = {
      ...afterMark(null, came ? 'present' : 'absent', { at }),
      excused: !came,
      reason: came ? '' : 'A cold',
    }
    await putMarks(db, [{ id: newId(), centerId, classId, studentId, on, ...facts }], {
      by,
      device: null,
      at,
    })
  }
  const missed = [addDays(today, -49), addDays(today, -28), today].map((before) => lastOn(klass, before))
  for (const on of missed) {
    await mark(klass.id, on, false)
    await settleCredits(db, centerId, { classId: klass.id, on, studentIds: [studentId] })
  }
  const [, used, expiring] = await creditsOfStudent(db, centerId, studentId)
  if (!used || !expiring) return
  const on = lastOn(other, today)
  const place = await make.place(other, studentId, { type: 'make-up', startsOn: on, endsOn: on })
  await spendCredit(db, centerId, { id: used.id, placeId: place.id })
  await mark(other.id, on, true)
  await changeCredit(db, centerId, {
    id: expiring.id,
    expiresOn: addDays(today, 4),
    byHand: false,
    isVoid: false,
  })
}
