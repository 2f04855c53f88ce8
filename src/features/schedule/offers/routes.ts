import { todayAt } from '#features/centers/today.ts'
import type { Handlers } from '#server/call.ts'
import type { offers } from './api.ts'
import { offerRows } from './queries.ts'

export const offersRoutes: Handlers<typeof offers> = {
  async list({ db, center }) {
    return await offerRows(db, center, await todayAt(db, center))
  },
}
