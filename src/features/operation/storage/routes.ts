import { withId } from '#server/records.ts'
import { centerStorage, peopleStorage } from '#features/centers/storage-queries.ts'
import { personQuota } from '#features/centers/quota.ts'
import type { Handlers } from '#server/call.ts'
import type { storage } from './api.ts'
import { setQuota } from './storage.ts'

export const storageRoutes: Handlers<typeof storage> = {
  async read({ db }) {
    const [centers, people] = await Promise.all([centerStorage(db), peopleStorage(db)])
    return {
      centers: centers.map(withId),
      people: people.map(({ id, ...row }) => ({ _id: id, ...row, quota: personQuota })),
    }
  },

  change: (call) => setQuota(call, call.input),
}
