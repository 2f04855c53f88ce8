import { studentRow } from '../queries.ts'
import { notFound } from '#shared/problem.ts'
import { one } from '#server/db.ts'
import type { Handlers } from '#server/call.ts'
import type { accessLog } from './api.ts'
import { accessesTo } from './queries.ts'
import { notePrint } from './accesses.ts'

export const accessLogRoutes: Handlers<typeof accessLog> = {
  async of({ input: { studentId }, db, center }) {
    one(await studentRow(db, center, studentId), notFound)
    return await accessesTo(db, center, studentId)
  },

  async printed(call) {
    await notePrint(call, call.input)
    return null
  },
}
