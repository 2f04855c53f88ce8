import type { consents } from '#features/accounts/requests/api.ts'
import { answerRequest } from './consents.ts'
import { created, type Handlers } from '#server/call.ts'
import type { students } from './api.ts'
import { listStudents } from './listing.ts'
import { addFamily, addParent, addStudent } from './new-students.ts'
import { changeInfo, changeOne, profileOf } from './students.ts'

export const studentsRoutes: Handlers<typeof students> = {
  list: (call) => listStudents(call, call.input),

  async one({ input, db, center }) {
    return await profileOf(db, center, input.studentId)
  },

  add: async (call) => created(await addStudent(call, call.input)),

  addFamily: async (call) => created(await addFamily(call, call.input)),

  async change({ input: { studentId, ...fields }, actor, db, center, ifMatch }) {
    return await changeOne(db, actor, { center, studentId, ifMatch, fields })
  },

  changeInfo: (call) => changeInfo(call, call.input),

  async addParent(call) {
    const { parent, isNew } = await addParent(call, call.input)
    return isNew ? created(parent) : parent
  },
}

export const consentsRoutes: Handlers<typeof consents> = {
  async answer(call) {
    await answerRequest(call, call.input)
    return null
  },
}
