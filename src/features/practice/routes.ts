import { changeUser } from '#features/accounts/queries.ts'
import { notFound, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one } from '#server/db.ts'
import { publish } from '#server/live.ts'
import type { Handlers } from '#server/call.ts'
import type { practice } from './api.ts'
import { listedWork, own, student, workOf } from './queries.ts'

export const practiceRoutes: Handlers<typeof practice> = {
  async self({ input, actor, db }) {
    const [person, rows] = await Promise.all([student(db, actor.id), workOf(db, own(actor), input)])
    const { email: _, ...self } = one(person, notFound)
    return { _id: actor.id, ...self, ...listedWork(rows, 'student') }
  },

  async change({ input: { avatar }, actor, db, seen }) {
    const { email, ...before } = one(await student(db, actor.id, { lock: true }), notFound)
    if (seen !== null && seen !== before.version) throw stale({ _id: actor.id, ...before })
    if (avatar === before.avatar) return { _id: actor.id, ...before }
    await changeUser(db, { id: actor.id, ...before, email, avatar }, null)
    await record(db, actor, { deed: 'accounts.change', entity: actor.id, before: { avatar: before.avatar }, after: { avatar } })
    await publish(db, { channel: `student:${actor.id}`, topic: 'work', id: actor.id })
    return { _id: actor.id, ...before, avatar, version: before.version + 1 }
  },
}
