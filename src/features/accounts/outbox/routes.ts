import { beyond } from '#server/scope.ts'
import type { Handlers } from '#server/call.ts'
import { outbox } from './api.ts'
import { mailPage } from './queries.ts'

export const outboxRoutes: Handlers<typeof outbox> = {
  async list({ input, actor, db }) {
    const { rows, after } = await beyond(db, () => mailPage(db, { after: input.after ?? null, caller: actor }))
    return { mail: rows.map(({ id, ...row }) => ({ _id: id, ...row })), after }
  },
}
