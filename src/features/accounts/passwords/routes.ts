import { homeOf } from '#server/networks.ts'
import { perMinute, spend } from '#server/token-bucket.ts'
import { type Handlers, toKnown } from '#server/call.ts'
import { sha256 } from '#server/session.ts'
import type { Settings } from '#server/settings.ts'
import { strengthOf } from '#server/password-strength.ts'
import { minScore, type Role } from '../rules.ts'
import { passwords } from './api.ts'
import { changePassword, ownerOfLink, requestRecovery, resetPassword } from './passwords.ts'

/** Limit on strength checks per session or, without a session, per network address. */
const scores = perMinute(60)

export const passwordsRoutes = (settings: Settings): Handlers<typeof passwords> => ({
  async change(call) {
    const { known, session } = await changePassword(call, call.input, settings)
    return toKnown(null, known, session)
  },

  async score({ input, actor, from }) {
    spend(`score ${actor?.session ?? homeOf(from.address)}`, scores)
    return await strengthOf(input.password)
  },

  async recover(call) {
    await requestRecovery(call, call.input)
    return null
  },

  async link({ input, db, from }) {
    const { role, firstName, email, userName, purpose } = await ownerOfLink(db, sha256(input.token), from)
    return {
      firstName,
      signInName: email ?? userName ?? '',
      purpose,
      least: minScore({ role: role as Role | null }),
    }
  },

  async reset(call) {
    return toKnown(null, await resetPassword(call, call.input, settings))
  },
})
