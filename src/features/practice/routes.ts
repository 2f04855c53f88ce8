import { notFound } from '#shared/problem.ts'
import { one } from '#server/db.ts'
import type { Handlers } from '#server/serve.ts'
import type { practice } from './api.ts'
import { line, own, student, workOf } from './queries.ts'

export const practiceRoutes: Handlers<typeof practice> = {
  async self({ actor, db }) {
    const [person, rows] = await Promise.all([student(db, actor.id), workOf(db, own(actor))])
    return { _id: actor.id, ...one(person, notFound), work: rows.map((row) => line(row, 'student')) }
  },
}
