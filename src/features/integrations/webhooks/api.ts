import { z } from 'zod'
import { del, get, Nothing, patch, post } from '#shared/contract.ts'
import { Instant } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { type WebhookEvent, webhookEventNames } from '#shared/webhook-events.ts'

/**
 * A webhook as shown to managers. `failingSince` is the time since which every delivery has failed. `waiting`
 * is the number of pending deliveries. Nothing is delivered while `ownerLeft`: the person who last changed
 * the webhook no longer manages the center, and a current manager must change it first.
 */
const Webhook = record('Webhook', {
  _id: Id,
  url: z.string(),
  events: z.array(z.string()),
  enabled: z.boolean(),
  failingSince: Instant.nullable(),
  lastDeliveredAt: Instant.nullable(),
  waiting: z.int(),
  createdBy: z.string(),
  ownerLeft: z.boolean(),
  createdAt: Instant,
  version: z.int(),
})
export type Webhook = z.infer<typeof Webhook>

/** A webhook with its new secret, which is returned only once: it is null when the call is repeated. */
const WebhookWithSecret = Webhook.extend({ secret: z.string().nullable() })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

/**
 * One change to report to a webhook. `answer` is the status of the last response; `error` is the reason why
 * there was none. `nextAt` is set while the delivery waits for its next attempt.
 */
const Delivery = record('WebhookDelivery', {
  _id: Id,
  event: z.string(),
  data: z.record(z.string(), z.string()),
  at: Instant,
  status: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.int(),
  nextAt: Instant.nullable(),
  answer: z.int().nullable(),
  error: z.string().nullable(),
  deliveredAt: Instant.nullable(),
})
export type Delivery = z.infer<typeof Delivery>

const center = z.object({ centerId: CenterName })
const one = center.extend({ id: Id })
const Url = z
  .string()
  .max(500, 'must have at most 500 characters')
  .transform((text) => text.trim())
const Events = z
  .array(z.enum(webhookEventNames as [WebhookEvent, ...WebhookEvent[]]))
  .min(1)
  .max(webhookEventNames.length)

/**
 * Webhooks (Standard Webhooks) notify other programs of changes at a center. A message contains the ids of
 * the records; the program reads them with its access token. Messages are signed and are retried for more
 * than a day until the response is 2xx, each time with the same `webhook-id`.
 */
export const webhooks = {
  list: get('/centers/:centerId/webhooks', {
    who: 'integrations.manage',
    input: center,
    output: z.array(Webhook),
  }),
  /**
   * Adds a webhook. 403 `reauth` unless the password was entered recently. 409 `too_many_webhooks` if the
   * center has ten. 422 for an address that isn't public https.
   */
  add: post('/centers/:centerId/webhooks', {
    who: 'integrations.manage',
    once: true,
    secret: 'secret',
    input: center.extend({ url: Url, events: Events }),
    output: WebhookWithSecret,
  }),
  /**
   * Changes a webhook and makes the caller its owner. Turning it on, or taking it over after its owner left,
   * retries all pending deliveries. 403 `reauth` for a new address unless the password was entered recently.
   */
  change: patch('/centers/:centerId/webhooks/:id', {
    who: 'integrations.manage',
    input: one.extend({
      url: Url.optional(),
      events: Events.optional(),
      enabled: z.boolean().optional(),
    }),
    output: Webhook,
  }),
  /**
   * Creates a new secret. For a day, messages are also signed with the previous one. 403 `reauth` unless the
   * password was entered recently.
   */
  renew: post('/centers/:centerId/webhooks/:id/secret', {
    who: 'integrations.manage',
    secret: 'secret',
    input: one,
    output: WebhookWithSecret,
  }),
  /** Deletes a webhook with its deliveries. */
  remove: del('/centers/:centerId/webhooks/:id', {
    who: 'integrations.manage',
    input: one,
    output: Nothing,
  }),
  /**
   * Deliveries of the last 30 days, newest first, 30 per page; `after` is the last `_id` of the previous
   * page.
   */
  deliveries: get('/centers/:centerId/webhooks/:id/deliveries', {
    who: 'integrations.manage',
    input: one.extend({ after: Id.optional() }),
    output: z.object({ deliveries: z.array(Delivery), after: Id.nullable() }),
  }),
  /** Delivers the message again, with the same `webhook-id`. 409 `off` if the webhook is turned off. */
  replay: post('/centers/:centerId/webhooks/:id/deliveries/:deliveryId/replay', {
    who: 'integrations.manage',
    input: one.extend({ deliveryId: Id }),
    output: Delivery,
  }),
}
