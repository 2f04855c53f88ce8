import { zoneOf } from '#features/schedule/queries.ts'
import { today } from '#server/clock.ts'
import { one } from '#server/db.ts'
import { enter } from '#server/gate.ts'
import type { Handlers } from '#server/serve.ts'
import { notFound } from '#shared/problem.ts'
import type { offers } from './api.ts'
import { offerRows } from './queries.ts'

export const offersRoutes: Handlers<typeof offers> = {
  async list({ input, actor, db }) {
    const center = await enter(db, actor, input.centerId)
    return await offerRows(db, center, today(one(await zoneOf(db, center), notFound).timeZone))
  },
}
