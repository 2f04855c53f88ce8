import { beyond } from '#server/scope.ts'
import type { Handlers } from '#server/serve.ts'
import { outbox } from './api.ts'
import { mailPage } from './queries.ts'

export const outboxRoutes: Handlers<typeof outbox> = {
  async list({ input, actor, db }) {
    const asked = { after: input.after ?? null, centers: actor.kind === 'admin' ? null : actor.centers }
    const { rows, after } = await beyond(db, () => mailPage(db, asked))
    return { mail: rows.map(({ id, ...row }) => ({ _id: id, ...row })), after }
  },
}
