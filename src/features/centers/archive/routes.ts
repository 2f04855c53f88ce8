import { asFile, type Handlers } from '#server/call.ts'
import type { Inventory } from '#shared/inventory.ts'
import type { archive } from './api.ts'
import { archiveCenter, deleteLater, deletionPreview, exportCenter } from './archiving.ts'

export const archiveRoutes = (inventory: Inventory): Handlers<typeof archive> => ({
  set: (call) => archiveCenter(call, call.input),

  deletion: (call) => deletionPreview(call),

  file: async (call) => asFile(await exportCenter(call, inventory), 'center.zip'),

  async remove(call) {
    await deleteLater(call, call.input)
    return null
  },
})
