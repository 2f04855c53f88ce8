import { notFound } from '#shared/problem.ts'
import { one } from '#server/db.ts'
import type { Handlers } from '#server/call.ts'
import type { practice, studentWork } from './api.ts'
import { listedWork, nextQuestion, own } from './work-list.ts'
import { student, workOf } from './queries.ts'
import { changePractice, studentAtWorkPage } from './practice.ts'

export const practiceRoutes: Handlers<typeof practice> = {
  async self({ input, actor, db }) {
    const [person, rows] = await Promise.all([student(db, actor.id), workOf(db, own(actor), input)])
    const { email: _, ...self } = one(person, notFound)
    return { _id: actor.id, ...self, ...listedWork(rows, 'student'), next: await nextQuestion(db, rows) }
  },

  change: (call) => changePractice(call, call.input),
}

export const studentWorkRoutes: Handlers<typeof studentWork> = {
  atWork: (call) => studentAtWorkPage(call, call.input),
}
