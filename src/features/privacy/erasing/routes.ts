import type { Handlers } from '#server/call.ts'
import type { erasing } from './api.ts'
import { erasurePreview, eraseStudent } from './erasure.ts'

export const erasingRoutes: Handlers<typeof erasing> = {
  preview: (call) => erasurePreview(call, call.input),

  erase: (call) => eraseStudent(call, call.input),
}
