import { created, type Handlers } from '#server/call.ts'
import { one } from '#server/db.ts'
import type { Settings } from '#server/settings.ts'
import { notFound } from '#shared/problem.ts'
import type { looks } from './api.ts'
import { changeLogo, removeLogo, sendTest } from './look.ts'
import { logoBytes } from './queries.ts'

export const looksRoutes = (settings: Settings): Handlers<typeof looks> => ({
  async logo({ db, center, input }) {
    return one(await logoBytes(db, center, input.image), notFound).bytes
  },

  putLogo: (call) => changeLogo(call, call.input),

  async dropLogo(call) {
    await removeLogo(call)
    return null
  },

  test: async (call) => created(await sendTest(call, settings)),
})
