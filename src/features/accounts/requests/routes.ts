import { withId } from '#server/records.ts'
import { withAllCenters } from '#server/scope.ts'
import type { Handlers } from '#server/call.ts'
import type { requests } from './api.ts'
import { requestsTo, sentRequests } from './queries.ts'
import { withdrawRequest } from './requests.ts'

export const requestsRoutes: Handlers<typeof requests> = {
  async sent({ input, db, center }) {
    return (await sentRequests(db, center, input)).map(withId)
  },

  async withdraw(call) {
    await withdrawRequest(call, call.input)
    return null
  },

  async mine({ actor, db }) {
    return (await withAllCenters(db, (all) => requestsTo(all, actor.id))).map(withId)
  },
}
