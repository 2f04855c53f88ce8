import { notFound } from '#shared/problem.ts'
import { one } from '#server/db.ts'
import type { Handlers } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import { userRow } from '../queries.ts'
import type { factor } from './api.ts'
import {
  begin,
  beginOwnFactor,
  confirmFactor,
  isOn,
  ownerOfStep,
  ownFactor,
  renewRecoveryCodes,
  resetFactor,
  turnOffFactor,
  turnOnFactor,
} from './second-factor.ts'

export const factorRoutes = (settings: Settings): Handlers<typeof factor> => ({
  state: (call) => ownFactor(call, settings),

  begin: (call) => beginOwnFactor(call, settings),

  confirm: (call) => turnOnFactor(call, call.input, settings),

  codes: renewRecoveryCodes,

  off: (call) => turnOffFactor(call, call.input, settings),

  async prepare({ input, db }) {
    const { personId, email } = await ownerOfStep(db.read, input.step)
    return await db.write((write) => begin(write, settings, { personId, email }))
  },

  async of({ input, db }) {
    const { id } = one(await userRow(db, input.id), notFound)
    return { on: await isOn(db, id) }
  },

  reset: (call) => resetFactor(call, call.input, settings),

  reauthenticate: (call) => confirmFactor(call, call.input, settings),
})
