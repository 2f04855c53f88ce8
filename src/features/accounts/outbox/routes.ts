import { withId } from '#server/records.ts'
import { withAllCenters } from '#server/scope.ts'
import type { Handlers } from '#server/call.ts'
import { outbox } from './api.ts'
import { mailPage } from './queries.ts'

export const outboxRoutes: Handlers<typeof outbox> = {
  async list({ input, actor, db }) {
    const { rows, after } = await withAllCenters(db, (all) =>
      mailPage(all, { after: input.after ?? null, caller: actor }),
    )
    return { mail: rows.map(withId), after }
  },
}
