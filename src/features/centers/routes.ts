import { conflict, notFound, refused } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { one, refusing } from '#server/db.ts'
import { enter, reachable } from '#server/gate.ts'
import { created, type Handlers } from '#server/call.ts'
import type { Center, centers } from './api.ts'
import { centerNames, centerRows, type CenterRow, lockCenterNames, putCenter } from './queries.ts'
import { mixesAlphabets, nameKey } from './rules.ts'

/** A centre as it is on the wire. */
export const shown = ({ id, ...row }: CenterRow): Center => ({ _id: id, ...row, today: today(row.timeZone) })

export const centersRoutes: Handlers<typeof centers> = {
  async list({ actor, db }) {
    const rows = await centerRows(db, await reachable(db, actor))
    return rows.map(shown)
  },

  async one({ db, center }) {
    return shown(one(await centerRows(db, [center]), notFound))
  },

  async create({ input, actor, db }) {
    const { name, ...rest } = input
    if (mixesAlphabets(name))
      throw refused('mixed_alphabets', 'Use letters of one alphabet only, because some letters of different alphabets look alike.', '/name')
    await lockCenterNames(db)
    const alike = (await centerNames(db)).find(({ id }) => id !== name && nameKey(id) === nameKey(name))
    if (alike) throw conflict('name_alike', `This name looks too much like ${alike.id}, another center. Choose a different one.`)
    await putCenter(db, { id: name, ...rest }).catch(
      refusing('centers_pkey', conflict('name_taken', 'There is a centre with this name already.')),
    )
    await record(db, actor, { deed: 'centers.create', entity: name, center: name, after: input })
    return created(shown(one(await centerRows(db, [await enter(db, actor, name)]), notFound)))
  },
}
