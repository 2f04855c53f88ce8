import { conflict, notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { one, refusing } from '#server/db.ts'
import { enter, reachable } from '#server/gate.ts'
import { created, type Handlers } from '#server/serve.ts'
import type { Center, centers } from './api.ts'
import { centerRows, type CenterRow, putCenter } from './queries.ts'

/** A centre as it is on the wire. */
export const shown = ({ id, ...row }: CenterRow): Center => ({ _id: id, ...row, today: today(row.timeZone) })

export const centersRoutes: Handlers<typeof centers> = {
  async list({ actor, db }) {
    const rows = await centerRows(db, await reachable(db, actor))
    return rows.map(shown)
  },

  async one({ input, actor, db }) {
    const center = await enter(db, actor, input.centerId)
    return shown(one(await centerRows(db, [center]), notFound))
  },

  async create({ input, actor, db }) {
    const { name, ...rest } = input
    await putCenter(db, { id: name, ...rest }).catch(
      refusing('centers_pkey', conflict('name_taken', 'There is a centre with this name already.')),
    )
    await record(db, actor, { deed: 'centers.create', entity: name, center: name, after: input })
    return created(shown(one(await centerRows(db, [await enter(db, actor, name)]), notFound)))
  },
}
