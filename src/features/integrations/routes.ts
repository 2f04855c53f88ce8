import { created, type Handlers } from '#server/call.ts'
import { withId } from '#server/records.ts'
import { createToken, endToken } from './access-tokens.ts'
import type { tokens } from './api.ts'
import { tokenRows } from './queries.ts'

export const tokensRoutes: Handlers<typeof tokens> = {
  list: async ({ db, center }) => (await tokenRows(db, center)).map(withId),

  create: async (call) => created(await createToken(call, call.input)),

  async revoke(call) {
    await endToken(call, call.input.id)
    return null
  },
}
