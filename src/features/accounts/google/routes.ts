import { type Handlers, toKnown } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { google } from './api.ts'
import { googleSignIn } from './google-sign-in.ts'

export const googleRoutes = (settings: Settings): Handlers<typeof google> => {
  const signIn = googleSignIn(settings)
  return {
    async enter(call) {
      const { me, known, session } = await signIn(call, call.input)
      return toKnown(me, known, session)
    },

    async options() {
      return {
        clientId: settings.googleClientId,
        scriptUrl: settings.googleClientId ? settings.googleScriptUrl : null,
      }
    },
  }
}
