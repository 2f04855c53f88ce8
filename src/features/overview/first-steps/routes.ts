import type { Handlers } from '#server/call.ts'
import type { firstSteps } from './api.ts'
import { firstStepsOf } from './first-steps.ts'

export const firstStepsRoutes: Handlers<typeof firstSteps> = {
  read: (call) => firstStepsOf(call),
}
