import type { Handlers } from '#server/call.ts'
import type { histories } from './api.ts'
import { historyOf } from './record-history.ts'

export const historyRoutes: Handlers<typeof histories> = {
  of: (call) => historyOf(call, call.input),
}
