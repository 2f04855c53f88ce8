import type { Handlers } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { texts } from './api.ts'
import { beginTexts, confirmTexts, endTexts, ownTexts } from './texts.ts'

export const textsRoutes = (settings: Settings): Handlers<typeof texts> => ({
  read: (call) => ownTexts(call, settings),
  begin: (call) => beginTexts(call, call.input, settings),
  confirm: (call) => confirmTexts(call, call.input, settings),
  end: (call) => endTexts(call, settings),
})
