import { notFound } from '#shared/problem.ts'
import { one } from '#server/db.ts'
import { reachable } from '#server/gate.ts'
import { created, type Handlers } from '#server/call.ts'
import type { centers } from './api.ts'
import { centerRows } from './queries.ts'
import { shown, createCenter } from './centers.ts'

export const centersRoutes: Handlers<typeof centers> = {
  async list({ actor, db, input }) {
    const rows = await centerRows(db, await reachable(db, actor))
    return rows.filter(({ archivedAt }) => (archivedAt !== null) === input.archived).map(shown)
  },

  async one({ db, center }) {
    return shown(one(await centerRows(db, [center]), notFound))
  },

  create: async (call) => created(await createCenter(call, call.input)),
}
