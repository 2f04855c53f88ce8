import type { Handlers } from '#server/call.ts'
import type { search } from './api.ts'
import { findAll } from './search.ts'

export const searchRoutes: Handlers<typeof search> = {
  all: (call) => findAll(call, call.input),
}
