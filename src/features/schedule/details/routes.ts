import type { Handlers } from '#server/call.ts'
import type { details } from './api.ts'
import { studentDetails } from './details.ts'

export const detailsRoutes: Handlers<typeof details> = {
  ofStudent: (call) => studentDetails(call, call.input),
}
