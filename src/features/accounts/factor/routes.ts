import { notFound } from '#shared/problem.ts'
import { one } from '#server/db.ts'
import type { Handlers } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import { userRow } from '../queries.ts'
import type { factor } from './api.ts'
import { isOn, ownerOfStep, begin, ownFactor, resetFactor, confirmFactor } from './second-factor.ts'

export const factorRoutes = (settings: Settings): Handlers<typeof factor> => ({
  ...ownFactor(settings),

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
