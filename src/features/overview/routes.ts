import type { Handlers } from '#server/call.ts'
import { coalesced } from '#server/coalesce.ts'
import type { classPage, dashboard } from './api.ts'
import { classPageOf } from './class-page.ts'
import { dashboardOf } from './dashboard.ts'

/**
 * Shares one dashboard among concurrent requests for a center, because it reads the marks of all students.
 */
const shared = coalesced<Awaited<ReturnType<typeof dashboardOf>>>()

export const dashboardRoutes: Handlers<typeof dashboard> = {
  read: (call) => shared(call.center, () => dashboardOf(call)),
}

export const classPageRoutes: Handlers<typeof classPage> = {
  read: (call) => classPageOf(call, call.input),
}
