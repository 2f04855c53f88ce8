import { zoneOf } from '#features/centers/queries.ts'
import { today } from '#server/clock.ts'
import { one } from '#server/db.ts'
import type { Handlers } from '#server/call.ts'
import { notFound } from '#shared/problem.ts'
import type { offers } from './api.ts'
import { offerRows } from './queries.ts'

export const offersRoutes: Handlers<typeof offers> = {
  async list({ db, center }) {
    return await offerRows(db, center, today(one(await zoneOf(db, center), notFound).timeZone))
  },
}
