import { created, type Handlers } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { operation } from './api.ts'
import { acknowledgeAlarm, operationState, queueBackup } from './operation.ts'

export const operationRoutes = (settings: Settings): Handlers<typeof operation> => ({
  read: (call) => operationState(call, settings),

  async backUp(call) {
    const { backup, isNew } = await queueBackup(call, settings)
    return isNew ? created(backup) : backup
  },

  seen: (call) => acknowledgeAlarm(call, call.input.id),
})
