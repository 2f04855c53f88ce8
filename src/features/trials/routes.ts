import { created, type Handlers } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { trials } from './api.ts'
import { askForTrial, confirmTrial, linkedRequest, trialForm } from './trial-requests.ts'

export const trialsRoutes = (settings: Settings): Handlers<typeof trials> => ({
  form: (call) => trialForm(call, call.input),

  async ask(call) {
    await askForTrial(call, call.input, settings)
    return null
  },

  link: (call) => linkedRequest(call, call.input),

  confirm: async (call) => created(await confirmTrial(call, call.input, settings)),
})
