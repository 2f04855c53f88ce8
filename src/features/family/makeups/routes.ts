import { created, type Handlers } from '#server/call.ts'
import type { makeups } from './api.ts'
import { bookMakeup, cancelMakeup, freeClasses, makeupList, moveMakeup } from './makeups.ts'

export const makeupsRoutes: Handlers<typeof makeups> = {
  list: (call) => makeupList(call),

  classes: (call) => freeClasses(call, call.input),

  book: async (call) => created(await bookMakeup(call, call.input)),

  move: (call) => moveMakeup(call, call.input),

  async cancel(call) {
    await cancelMakeup(call, call.input)
    return null
  },
}
