import type { Handlers } from '#server/call.ts'
import type { comingClasses } from './api.ts'
import { comingClassesOf } from './coming-classes.ts'

export const comingRoutes: Handlers<typeof comingClasses> = {
  ofStudent: (call) => comingClassesOf(call, call.input),
}
