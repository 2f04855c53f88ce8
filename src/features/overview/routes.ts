import type { Handlers } from '#server/call.ts'
import type { dashboard } from './api.ts'
import { dashboardOf } from './dashboard.ts'

export const dashboardRoutes: Handlers<typeof dashboard> = {
  read: (call) => dashboardOf(call),
}
