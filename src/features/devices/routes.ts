import { activate } from './activation.ts'
import { enter, reachable } from '#server/gate.ts'
import { created, type Handlers, withSession } from '#server/call.ts'
import type { activation, devices } from './api.ts'
import { deviceRows } from './queries.ts'
import { shown, addDevice, changeDevice, revokeAccess } from './devices.ts'

export const devicesRoutes: Handlers<typeof devices> = {
  async list({ input, actor, db }) {
    const centers =
      input.centerId === undefined ? await reachable(db, actor) : [await enter(db, actor, input.centerId)]
    return (await deviceRows(db, centers)).map(shown)
  },

  create: async (call) => created(await addDevice(call, call.input)),

  change: (call) => changeDevice(call, call.input),

  async revoke(call) {
    await revokeAccess(call, call.input)
    return null
  },
}

export const activationRoutes: Handlers<typeof activation> = {
  async activate(call) {
    const { me, session } = await activate(call, call.input.key)
    return withSession(me, session)
  },
}
