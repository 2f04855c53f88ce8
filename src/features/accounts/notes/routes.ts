import { notFound } from '#shared/problem.ts'
import { one } from '#server/db.ts'
import type { Handlers } from '#server/call.ts'
import type { teacherNotes } from './api.ts'
import { notesOfTeacher } from './queries.ts'
import { changeTeacherNotes } from './teacher-notes.ts'

export const teacherNotesRoutes: Handlers<typeof teacherNotes> = {
  async one({ input, db, center }) {
    return one(await notesOfTeacher(db, center, input), notFound)
  },

  change: (call) => changeTeacherNotes(call, call.input),
}
