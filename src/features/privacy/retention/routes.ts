import { one } from '#server/db.ts'
import type { Handlers } from '#server/call.ts'
import { notFound } from '#shared/problem.ts'
import type { retention } from './api.ts'
import { monthsKept } from './queries.ts'
import { shown, changeRetention } from './retention.ts'

export const retentionRoutes: Handlers<typeof retention> = {
  async get({ db }) {
    return await shown(db, one(await monthsKept(db), notFound))
  },

  change: (call) => changeRetention(call, call.input),
}
