import type { Handlers } from '#server/call.ts'
import type { classPage, dashboard } from './api.ts'
import { classPageOf } from './class-page.ts'
import { dashboardOf } from './dashboard.ts'

export const dashboardRoutes: Handlers<typeof dashboard> = {
  read: (call) => dashboardOf(call),
}

export const classPageRoutes: Handlers<typeof classPage> = {
  read: (call) => classPageOf(call, call.input),
}
