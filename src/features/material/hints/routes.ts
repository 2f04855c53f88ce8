import { typeset } from '#server/markup.ts'
import { created, type Handlers } from '#server/call.ts'
import type { hints } from './api.ts'
import { hintOf, hintsPage, addHint, editHint, dropHint } from './hints.ts'

export const hintRoutes: Handlers<typeof hints> = {
  list: (call) => hintsPage(call, call.input),

  async one({ input, db }) {
    return await hintOf(db, input.id)
  },

  add: async (call) => created(await addHint(call, call.input)),

  change: (call) => editHint(call, call.input),

  drop: (call) => dropHint(call, call.input),

  preview({ input }) {
    return Promise.resolve(input.steps.map((step) => typeset(step)))
  },
}
