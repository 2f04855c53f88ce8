import type { Handlers } from '#server/call.ts'
import type { awards } from './api.ts'
import { awardsDue } from './awards.ts'

export const awardsRoutes: Handlers<typeof awards> = {
  due: (call) => awardsDue(call, call.input),
}
