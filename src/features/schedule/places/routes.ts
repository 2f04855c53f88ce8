import { created, type Handlers } from '#server/call.ts'
import type { places } from './api.ts'
import { placeList, enroll, editPlace, movePlace, removePlace } from './places.ts'

export const placesRoutes: Handlers<typeof places> = {
  ofStudent: (call) => placeList(call, call.input),

  enroll: async (call) => created(await enroll(call, call.input)),

  change: (call) => editPlace(call, call.input),

  move: async (call) => created(await movePlace(call, call.input)),

  async remove(call) {
    await removePlace(call, call.input)
    return null
  },
}
