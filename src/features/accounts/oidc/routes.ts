import { type Handlers, toKnown } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { oidc } from './api.ts'
import { oidcSignIn } from './oidc-sign-in.ts'

export function oidcRoutes(settings: Settings): Handlers<typeof oidc> {
  const logIn = oidcSignIn(settings)
  return {
    async options() {
      return { name: settings.oidc?.name ?? null }
    },
    begin: (call) => logIn.begin(call),
    async enter(call) {
      const { me, known, session } = await logIn.enter(call, call.input)
      return toKnown(me, known, session)
    },
  }
}
