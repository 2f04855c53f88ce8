import { notFound, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one } from '#server/db.ts'
import { publish } from '#server/live.ts'
import type { teacherNotes } from './api.ts'
import { notesOfTeacher, putNotes } from './queries.ts'
import type { CenterCall, IfMatch, HandlerInput } from '#server/call.ts'
import { isStale } from '#server/records.ts'

export async function changeTeacherNotes(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof teacherNotes)['change']>,
) {
  const { personId, notes } = input
  const before = one(await notesOfTeacher(db, center, { personId, lock: true }), notFound)
  if (isStale(ifMatch, before.version)) throw stale(before)
  if (notes === before.notes) return before
  const after = one(await putNotes(db, center, { personId, notes }), notFound)
  record(db, actor, {
    action: 'staff.note',
    entity: personId,
    center,
    before: { notes: before.notes },
    after: { notes },
  })
  publish(db, { channel: `center:${center}`, topic: 'schedule' })
  return after
}
