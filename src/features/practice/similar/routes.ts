import type { Handlers } from '#server/call.ts'
import type { similar } from './api.ts'
import { checkLike, questionLike } from './similar.ts'

export const similarRoutes: Handlers<typeof similar> = {
  question: (call) => questionLike(call, call.input),

  check: (call) => checkLike(call, call.input),
}
