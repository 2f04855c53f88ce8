import type { Handlers } from '#server/call.ts'
import type { regrades } from './api.ts'
import { regradePreview, applyRegrade } from './regrading.ts'

export const regradeRoutes: Handlers<typeof regrades> = {
  look: (call) => regradePreview(call, call.input),

  apply: (call) => applyRegrade(call, call.input),
}
