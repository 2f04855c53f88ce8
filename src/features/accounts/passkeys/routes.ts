import { type Handlers, toKnown } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { passkeySignIn, passkeys } from './api.ts'
import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  editPasskey,
  ownPasskeys,
  removePasskey,
  signInWithPasskey,
} from './passkeys.ts'

export const passkeySignInRoutes = (settings: Settings): Handlers<typeof passkeySignIn> => ({
  ask: (call) => askForPasskey(call, settings),

  async enter(call) {
    const { me, known, session } = await signInWithPasskey(call, call.input, settings)
    return toKnown(me, known, session)
  },
})

export const passkeysRoutes = (settings: Settings): Handlers<typeof passkeys> => ({
  list: ownPasskeys,
  begin: (call) => beginPasskey(call, settings),
  add: (call) => addPasskey(call, call.input, settings),
  rename: (call) => editPasskey(call, call.input),
  remove: (call) => removePasskey(call, call.input, settings),
})
