import { created, type Handlers } from '#server/call.ts'
import type { breaks } from './api.ts'
import { addBreak, moveBreak, removeBreak } from './breaks.ts'

export const breaksRoutes: Handlers<typeof breaks> = {
  add: async (call) => created(await addBreak(call, call.input)),

  change: (call) => moveBreak(call, call.input),

  remove: (call) => removeBreak(call, call.input),
}
