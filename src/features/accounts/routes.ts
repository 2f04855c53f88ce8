import { type Handlers, toKnown, withSession } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { accounts } from './api.ts'
import type { secondStep } from './factor/api.ts'
import { changeProfile, profileOf } from './profile.ts'
import { ownAccount, signIn, signInWithCode, signOut } from './sign-in.ts'

export const secondStepRoutes = (settings: Settings): Handlers<typeof secondStep> => ({
  async enter(call) {
    const { me, known, session } = await signInWithCode(call, call.input, settings)
    return toKnown(me, known, session)
  },
})

export const accountsRoutes = (settings: Settings): Handlers<typeof accounts> => ({
  async login(call) {
    const { me, known, session } = await signIn(call, call.input, settings)
    return toKnown(me, known, session)
  },

  async logout(call) {
    await signOut(call)
    return withSession(null, 'ended')
  },

  me: (call) => ownAccount(call),
  user: (call) => profileOf(call, call.input.id),
  change: (call) => changeProfile(call, call.input, settings),
})
