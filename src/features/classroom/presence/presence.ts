import { own } from '#features/practice/work-list.ts'
import { notFound } from '#shared/problem.ts'
import { one, type Database } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import { publishSoon } from '#server/live.ts'
import type { presence } from './api.ts'
import { handOf, lowerHand, putPlace } from './queries.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'

/** Notifies the student's classrooms and the student's other screens. */
const tell = (db: Database, actor: Actor) =>
  publishSoon(db, { channel: `student:${actor.id}`, topic: 'place', id: actor.id })

/** Returns a student's raised hand, if any. */
export async function handState({ actor, db }: ActionCall) {
  const [hand = null] = await handOf(db, own(actor))
  return { hand }
}

/** Records which question a student is on. */
export async function reportPlace(
  { actor, db }: ActionCall<Database>,
  input: HandlerInput<(typeof presence)['place']>,
) {
  one(await putPlace(db.single, { ...own(actor), ...input, raise: false }), notFound)
  tell(db, actor)
}

/** Raises a student’s hand. */
export async function raiseHand(
  { actor, db }: ActionCall<Database>,
  input: HandlerInput<(typeof presence)['raise']>,
) {
  one(await putPlace(db.single, { ...own(actor), ...input, raise: true }), notFound)
  tell(db, actor)
  const [hand = null] = await handOf(db.single, own(actor))
  return { hand }
}

/** Lowers a student’s hand. */
export async function takeHandDown({ actor, db }: ActionCall<Database>) {
  await lowerHand(db.single, own(actor))
  tell(db, actor)
}
