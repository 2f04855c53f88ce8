import { one } from '#server/db.ts'
import { listFile } from '#server/list-file.ts'
import { created, type Handlers } from '#server/call.ts'
import { notFound } from '#shared/problem.ts'
import type { credits } from './api.ts'
import { creditCount } from './queries.ts'
import { creditColumns } from './credit-state.ts'
import { lines, creditList, grantCredit, editCredit, creditEffects, findMakeups } from './credits.ts'

export const creditsRoutes: Handlers<typeof credits> = {
  ofStudent: (call) => creditList(call, call.input),

  async file(call) {
    const { input, db, center } = call
    const whole = one(await creditCount(db.read, center, input), notFound)
    return await listFile(call, {
      name: 'credits',
      columns: creditColumns,
      ...whole,
      pages: lines(db.read, center, input),
    })
  },

  grant: async (call) => created(await grantCredit(call, call.input)),

  change: (call) => editCredit(call, call.input),

  effects: (call) => creditEffects(call, call.input),

  makeups: (call) => findMakeups(call, call.input),
}
