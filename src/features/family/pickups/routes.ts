import { created, type Handlers } from '#server/call.ts'
import type { familyPickups } from './api.ts'
import { addFamilyPickup, familyPickupList, removeFamilyPickup } from './pickups.ts'

export const familyPickupRoutes: Handlers<typeof familyPickups> = {
  list: (call) => familyPickupList(call, call.input),

  add: async (call) => created(await addFamilyPickup(call, call.input)),

  async remove(call) {
    await removeFamilyPickup(call, call.input)
    return null
  },
}
