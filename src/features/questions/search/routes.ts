import type { Handlers } from '#server/call.ts'
import type { questionSearch } from './api.ts'
import { findQuestions } from './search.ts'

export const searchRoutes: Handlers<typeof questionSearch> = {
  find: (call) => findQuestions(call, call.input),
}
