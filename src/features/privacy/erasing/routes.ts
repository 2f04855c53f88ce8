import type { Handlers } from '#server/call.ts'
import type { Inventory } from '#shared/inventory.ts'
import type { erasing } from './api.ts'
import { erasurePreview, eraseStudent } from './erasure.ts'

export const erasingRoutes = (inventory: Inventory): Handlers<typeof erasing> => ({
  preview: (call) => erasurePreview(call, call.input),

  erase: (call) => eraseStudent(call, call.input, inventory),
})
