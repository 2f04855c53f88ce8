import type { Handlers } from '#server/call.ts'
import type { presence } from './api.ts'
import { handState, reportPlace, raiseHand, takeHandDown } from './presence.ts'

export const presenceRoutes: Handlers<typeof presence> = {
  hand: (call) => handState(call),

  async place(call) {
    await reportPlace(call, call.input)
    return null
  },

  raise: (call) => raiseHand(call, call.input),

  async lower(call) {
    await takeHandDown(call)
    return null
  },
}
