import { listFile } from '#server/list-file.ts'
import { created, type Handlers } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { emails } from './api.ts'
import { mailingList, mailings, resendMailing, sendMailing } from './mailings.ts'

export const emailsRoutes = (settings: Settings): Handlers<typeof emails> => ({
  async send(call) {
    const outcome = await sendMailing(call, call.input, settings)
    return outcome.mailing ? created(outcome) : outcome
  },

  list: (call) => mailings(call, call.input),

  file: async (call) => await listFile(call, await mailingList(call.db.read, call.center)),

  resend: (call) => resendMailing(call, call.input.id, settings),
})
