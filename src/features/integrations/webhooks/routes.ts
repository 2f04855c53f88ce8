import { created, type Handlers } from '#server/call.ts'
import { one } from '#server/db.ts'
import { withId } from '#server/records.ts'
import type { Settings } from '#server/settings.ts'
import { notFound } from '#shared/problem.ts'
import type { webhooks } from './api.ts'
import { deliveryPage, webhookRows } from './queries.ts'
import { addWebhook, editWebhook, removeWebhook, renewSecret, replay } from './webhooks.ts'

export const webhooksRoutes = (settings: Settings): Handlers<typeof webhooks> => ({
  list: async ({ db, center }) => (await webhookRows(db, center)).map(withId),

  add: async (call) => created(await addWebhook(call, call.input, settings)),

  change: (call) => editWebhook(call, call.input, settings),

  renew: (call) => renewSecret(call, call.input.id, settings),

  async remove(call) {
    await removeWebhook(call, call.input.id)
    return null
  },

  async deliveries({ db, center, input }) {
    const { id } = one(await webhookRows(db, center, { id: input.id }), notFound)
    const { rows, after } = await deliveryPage(db, center, { webhookId: id, after: input.after ?? null })
    return { deliveries: rows.map(withId), after }
  },

  replay: (call) => replay(call, call.input),
})
