import type { Handlers } from '#server/call.ts'
import type { assessments } from './api.ts'
import { assessmentsOf } from './assessments.ts'

export const assessmentRoutes: Handlers<typeof assessments> = {
  list: (call) => assessmentsOf(call, call.input),
}
