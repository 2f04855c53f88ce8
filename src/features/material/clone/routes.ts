import { created, type Handlers } from '#server/call.ts'
import type { clones } from './api.ts'
import { cloneSection } from './clones.ts'

export const cloneRoutes: Handlers<typeof clones> = {
  section: async (call) => created(await cloneSection(call, call.input)),
}
