import type { Handlers } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { makeupRequests } from './api.ts'
import { answerRequest, requestList } from './makeup-requests.ts'

export const makeupRequestsRoutes = (settings: Settings): Handlers<typeof makeupRequests> => ({
  list: (call) => requestList(call),

  async answer(call) {
    await answerRequest(call, call.input, settings)
    return null
  },
})
