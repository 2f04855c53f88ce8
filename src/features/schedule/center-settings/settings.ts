import { shown } from '#features/centers/centers.ts'
import { phoneIn } from '#features/centers/phones.ts'
import { changeCenter, lockCenter } from '#features/centers/queries.ts'
import { settleCredits } from '../credits/settlement.ts'
import { attendanceTaken, daysBetween } from '../days/clashes.ts'
import { lockClasses, markedOn } from '../days/queries.ts'
import { refuseImpossible } from '../days/days.ts'
import { zoneOf } from '#features/centers/queries.ts'
import type { Day } from '#shared/days.ts'
import { notFound, stale } from '#shared/problem.ts'
import { entityOf, record } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { one, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { hashPassword } from '#server/passwords.ts'
import type { settings } from './api.ts'
import { closureRows, dropClosure, putClosures } from './queries.ts'
import { putPin } from '#features/centers/queries.ts'
import type { CenterCall, IfMatch, HandlerInput } from '#server/call.ts'
import { isStale } from '#server/records.ts'

/**
 * Notifies open screens: those of the center, and those that show a student whose classes are canceled or
 * restored.
 */
function publishDay(
  db: Db,
  center: CenterId,
  { date, students }: { date: Day; students: readonly string[] },
) {
  publish(db, { channel: `center:${center}`, topic: 'schedule', id: date })
  for (const id of students) publish(db, { channel: `student:${id}`, topic: 'attendance', id: date })
}

export async function changeSettings(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof settings)['change']>,
) {
  const { classroomPin: pin, ...fields } = input
  const before = one(await lockCenter(db, center), notFound)
  if (isStale(ifMatch, before.version)) throw stale(shown(before))
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const { phone = before.phone, country = before.country } = fields
  const kept = { phone: phoneIn(country, { phone, stored: before.phone }) }
  if (pin !== undefined) await putPin(db, center, pin && (await hashPassword(pin)))
  const after = one(await changeCenter(db, { ...before, ...given, ...kept }), notFound)
  record(db, actor, { action: 'centers.change', entity: center, center, before, after })
  publish(db, { channel: `center:${center}`, topic: 'schedule' })
  return shown(after)
}

/** Closes a center on one or more days, so that no class meets. */
export async function closeDays(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof settings)['close']>,
) {
  const { date, until = date, name } = input
  const days = daysBetween(date, until, '/until')
  await lockClasses(db, center)
  const marked = await markedOn(db, center, { days })
  if (marked.length > 0) throw attendanceTaken(marked)
  const before = (await closureRows(db, center)).filter(
    (closed) => days.includes(closed.date) && closed.name !== name,
  )
  await putClosures(db, center, { days, name })
  const { students } = await settleCredits(db, center, { on: days })
  record(db, actor, {
    action: 'centers.close',
    entity: entityOf.day(center, date),
    center,
    before,
    after: { date, until, name },
  })
  publishDay(db, center, { date, students })
  return days.map((day) => ({ date: day, name }))
}

/** Reopens a center on a closed day. */
export async function reopenDay(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof settings)['reopen']>,
) {
  const { date } = input
  await lockClasses(db, center)
  const before = one(await dropClosure(db, center, date), notFound)
  const { timeZone } = one(await zoneOf(db, center), notFound)
  if (date >= today(timeZone)) await refuseImpossible(db, center, { on: date })
  const { students } = await settleCredits(db, center, { on: date })
  record(db, actor, { action: 'centers.reopen', entity: entityOf.day(center, date), center, before })
  publishDay(db, center, { date, students })
}
