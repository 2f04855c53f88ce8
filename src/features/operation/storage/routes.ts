import { centerStorage, type CenterStorage, changeQuota, peopleStorage } from '#features/centers/storage/queries.ts'
import { personQuota } from '#features/centers/storage/rules.ts'
import { notFound, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one } from '#server/db.ts'
import type { Handlers } from '#server/call.ts'
import type { storage } from './api.ts'

const shown = ({ id, ...row }: CenterStorage) => ({ _id: id, ...row })

export const storageRoutes: Handlers<typeof storage> = {
  async read({ db }) {
    const [centers, people] = await Promise.all([centerStorage(db), peopleStorage(db)])
    return { centers: centers.map(shown), people: people.map(({ id, ...row }) => ({ _id: id, ...row, quota: personQuota })) }
  },

  async change({ input, actor, db, seen, center }) {
    const { quota } = input
    const id = center
    const before = one(await centerStorage(db, { id }), notFound)
    if (seen !== null && seen !== before.version) throw stale(shown(before))
    await changeQuota(db, { id, quota })
    await record(db, actor, { deed: 'operation.quota', entity: id, center: id, before: { quota: before.quota }, after: { quota } })
    return shown({ ...before, quota, version: before.version + 1 })
  },
}
