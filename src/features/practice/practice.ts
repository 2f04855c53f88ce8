import { changeUser } from '#features/accounts/queries.ts'
import { notFound, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one } from '#server/db.ts'
import { publish } from '#server/live.ts'
import type { practice } from './api.ts'
import { student } from './queries.ts'
import type { ActionCall, Seen, HandlerInput } from '#server/call.ts'

/** Changes how a student practices. */
export async function changePractice({ actor, db, seen }: ActionCall & Seen, { avatar }: HandlerInput<(typeof practice)['change']>) {
  const { email, ...before } = one(await student(db, actor.id, { lock: true }), notFound)
  if (seen !== null && seen !== before.version) throw stale({ _id: actor.id, ...before })
  if (avatar === before.avatar) return { _id: actor.id, ...before }
  await changeUser(db, { id: actor.id, ...before, email, avatar }, null)
  await record(db, actor, { deed: 'accounts.change', entity: actor.id, before: { avatar: before.avatar }, after: { avatar } })
  await publish(db, { channel: `student:${actor.id}`, topic: 'work', id: actor.id })
  return { _id: actor.id, ...before, avatar, version: before.version + 1 }
}
