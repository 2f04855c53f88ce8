import { changeUser } from '#features/accounts/queries.ts'
import { notFound, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one } from '#server/db.ts'
import { publish } from '#server/live.ts'
import type { practice, studentWork } from './api.ts'
import { student, workOf } from './queries.ts'
import type { ActionCall, IfMatch, HandlerInput } from '#server/call.ts'
import { centerRows } from '#features/centers/queries.ts'
import { sectionsPracticed } from './assigning/practiced-queries.ts'
import { listedWork } from './work-list.ts'
import { today } from '#server/clock.ts'
import { reachable } from '#server/gate.ts'
import { isStale } from '#server/records.ts'
import { studentAtWork } from '#features/students/queries.ts'

/** Changes the student's own avatar. Throws 412 if the profile has changed since the caller saw it. */
export async function changePractice(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  { avatar }: HandlerInput<(typeof practice)['change']>,
) {
  const { email, ...before } = one(await student(db, actor.id, { lock: true }), notFound)
  if (isStale(ifMatch, before.version)) throw stale({ _id: actor.id, ...before })
  if (avatar === before.avatar) return { _id: actor.id, ...before }
  await changeUser(db, { id: actor.id, ...before, email, avatar }, null)
  record(db, actor, {
    action: 'accounts.change',
    entity: actor.id,
    before: { avatar: before.avatar },
    after: { avatar },
  })
  publish(db, { channel: `student:${actor.id}`, topic: 'work', id: actor.id })
  return { _id: actor.id, ...before, avatar, version: before.version + 1 }
}

/**
 * Returns a student with their work, for staff and tablets. On a tablet, throws 404 for students who aren't
 * expected today.
 */
export async function studentAtWorkPage(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof studentWork)['atWork']>,
) {
  const centers = await reachable(db, actor)
  const [place] = actor.kind === 'devices' ? await centerRows(db, centers) : []
  const { id, ...face } = one(
    await studentAtWork(db, { id: input.id, centers, on: place ? today(place.timeZone) : null }),
    notFound,
  )
  const studentScope = { studentId: id, centers }
  const rows = await workOf(db, studentScope, { works: input.works })
  return {
    _id: id,
    ...face,
    ...listedWork(rows, 'staff'),
    practiced: await sectionsPracticed(db, studentScope),
  }
}
