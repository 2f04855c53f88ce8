import type { Handlers } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { emailChanges } from './api.ts'
import { changeByLink, applyEmailChange, sendEmailLinkAgain, cancelPendingEmail } from './email-changes.ts'

export const emailChangesRoutes = (settings: Settings): Handlers<typeof emailChanges> => ({
  async link({ input, db, from }) {
    const { email } = await changeByLink(db, input.token, from)
    return { email }
  },

  async confirm(call) {
    await applyEmailChange(call, call.input, settings)
    return null
  },

  async again(call) {
    await sendEmailLinkAgain(call, call.input, settings)
    return null
  },

  async cancel(call) {
    await cancelPendingEmail(call, call.input)
    return null
  },
})
