import type { Handlers } from '#server/serve.ts'
import { outbox } from './api.ts'
import { mailPage } from './queries.ts'

const page = 50

export const outboxRoutes: Handlers<typeof outbox> = {
  async list({ input, actor, db }) {
    const rows = await mailPage(db, { after: input.after ?? null, centers: actor.kind === 'admin' ? null : actor.centers })
    return { mail: rows.map(({ id, ...row }) => ({ _id: id, ...row })), after: rows.length === page ? (rows.at(-1)?.id ?? null) : null }
  },
}
