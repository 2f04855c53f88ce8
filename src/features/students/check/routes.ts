import type { Handlers } from '#server/call.ts'
import type { check } from './api.ts'
import { duplicatesOf } from './duplicates.ts'

export const checkRoutes: Handlers<typeof check> = {
  students: (call) => duplicatesOf(call, call.input),
}
