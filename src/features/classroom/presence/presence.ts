import { isDeviceTime } from '#features/attendance/rules.ts'
import { own } from '#features/practice/work-list.ts'
import type { StudentScope } from '#features/practice/queries.ts'
import { comingRows } from '#features/schedule/coming/queries.ts'
import { zoneOf } from '#features/centers/queries.ts'
import { endTime } from '#shared/calendar.ts'
import { notFound } from '#shared/problem.ts'
import { timeAt, today } from '#server/clock.ts'
import { type Database, type Db, one } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import { publishSoon } from '#server/live.ts'
import type { presence } from './api.ts'
import { handOf, lowerHand, putPlace } from './queries.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'

/** Notifies the student's classrooms and the student's other screens. */
const tell = (db: Database, actor: Actor) =>
  publishSoon(db, { channel: `student:${actor.id}`, topic: 'place', id: actor.id })

/** Returns true if the student is expected in a class that a tablet shows now. */
async function isInClass(db: Db, { studentId, centers }: StudentScope) {
  const spans = await Promise.all(
    centers.map(async (centerId) => {
      const on = today(one(await zoneOf(db, centerId), notFound).timeZone)
      return { studentId, centerId, from: on, until: on }
    }),
  )
  return (await comingRows(db, spans)).some(
    ({ closed, canceled, onBreak, noticedAt, time, minutes, timeZone }) =>
      closed === null &&
      !canceled &&
      !onBreak &&
      noticedAt === null &&
      isDeviceTime({ time, endTime: endTime(time, minutes) }, timeAt(timeZone)),
  )
}

/** Returns a student's raised hand, if any, and whether the student is in class. */
export async function handState({ actor, db }: ActionCall) {
  const [hand = null] = await handOf(db, own(actor))
  return { hand, inClass: await isInClass(db, own(actor)) }
}

/** Records which question a student is on. */
export async function reportPlace(
  { actor, db }: ActionCall<Database>,
  input: HandlerInput<(typeof presence)['place']>,
) {
  one(await putPlace(db.single, { ...own(actor), ...input, raise: false }), notFound)
  tell(db, actor)
}

export async function raiseHand(
  { actor, db }: ActionCall<Database>,
  input: HandlerInput<(typeof presence)['raise']>,
) {
  one(await putPlace(db.single, { ...own(actor), ...input, raise: true }), notFound)
  tell(db, actor)
  const [hand = null] = await handOf(db.single, own(actor))
  return { hand }
}

export async function takeHandDown({ actor, db }: ActionCall<Database>) {
  await lowerHand(db.single, own(actor))
  tell(db, actor)
}
