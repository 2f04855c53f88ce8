import type { Handlers } from '#server/call.ts'
import type { trash } from './api.ts'
import { restoreFromTrash } from './trash.ts'

export const trashRoutes: Handlers<typeof trash> = {
  restore: (call) => restoreFromTrash(call, call.input),
}
