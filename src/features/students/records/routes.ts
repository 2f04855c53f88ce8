import { notFound } from '#shared/problem.ts'
import { one } from '#server/db.ts'
import { created, type Handlers } from '#server/call.ts'
import { studentRow } from '../queries.ts'
import type { records } from './api.ts'
import { activitiesOf } from './queries.ts'
import { addTest, editTest, removeTest, addNote, editNote, addAward } from './records.ts'

export const recordsRoutes: Handlers<typeof records> = {
  async activities({ input, db, center }) {
    one(await studentRow(db, center, input.studentId), notFound)
    return await activitiesOf(db, center, input)
  },

  addTest: async (call) => created(await addTest(call, call.input)),

  changeTest: (call) => editTest(call, call.input),

  async dropTest(call) {
    await removeTest(call, call.input)
    return null
  },

  addNote: async (call) => created(await addNote(call, call.input)),

  changeNote: (call) => editNote(call, call.input),

  addAward: async (call) => created(await addAward(call, call.input)),
}
