import type { Handlers } from '#server/call.ts'
import type { histories } from './api.ts'
import type { Words } from './rules.ts'
import { historyOf } from './record-history.ts'

export const historyRoutes = (words: Words): Handlers<typeof histories> => ({
  of: (call) => historyOf(call, call.input, words),
})
