import { own } from '#features/practice/queries.ts'
import { notFound } from '#shared/problem.ts'
import { one, type Database } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import { publishSoon } from '#server/live.ts'
import type { Handlers } from '#server/call.ts'
import type { presence } from './api.ts'
import { handOf, lowerHand, putPlace } from './queries.ts'

/** Tells the classrooms that this student is in, and their own other screens. */
const tell = (db: Database, actor: Actor) => publishSoon(db, { channel: `student:${actor.id}`, topic: 'place', id: actor.id })

export const presenceRoutes: Handlers<typeof presence> = {
  async hand({ actor, db }) {
    const [hand = null] = await handOf(db, own(actor))
    return { hand }
  },

  async place({ input, actor, db }) {
    one(await putPlace(db.single, { ...own(actor), ...input, raise: false }), notFound)
    tell(db, actor)
    return null
  },

  async raise({ input, actor, db }) {
    one(await putPlace(db.single, { ...own(actor), ...input, raise: true }), notFound)
    tell(db, actor)
    const [hand = null] = await handOf(db.single, own(actor))
    return { hand }
  },

  async lower({ actor, db }) {
    await lowerHand(db.single, own(actor))
    tell(db, actor)
    return null
  },
}
