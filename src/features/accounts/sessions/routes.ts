import type { Handlers } from '#server/call.ts'
import type { sessions } from './api.ts'
import { listedSessions, signOutSession } from './sessions.ts'

export const sessionsRoutes: Handlers<typeof sessions> = {
  list: (call) => listedSessions(call, call.input),

  async end(call) {
    await signOutSession(call, call.input)
    return null
  },
}
