import { notFound, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one } from '#server/db.ts'
import { publish } from '#server/live.ts'
import type { Handlers } from '#server/call.ts'
import type { teacherNotes } from './api.ts'
import { notesOfTeacher, putNotes } from './queries.ts'

export const teacherNotesRoutes: Handlers<typeof teacherNotes> = {
  async one({ input, db, center }) {
    return one(await notesOfTeacher(db, center, input), notFound)
  },

  async change({ input, actor, db, seen, center }) {
    const { personId, notes } = input
    const before = one(await notesOfTeacher(db, center, { personId, lock: true }), notFound)
    if (seen !== null && seen !== before.version) throw stale(before)
    if (notes === before.notes) return before
    const after = one(await putNotes(db, center, { personId, notes }), notFound)
    await record(db, actor, { deed: 'staff.note', entity: personId, center, before: { notes: before.notes }, after: { notes } })
    await publish(db, { channel: `center:${center}`, topic: 'schedule' })
    return after
  },
}
