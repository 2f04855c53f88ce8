import { maySupply } from '#server/access-tokens.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { pageOf } from '#server/page.ts'
import type { WebhookEvent } from '#shared/webhook-events.ts'
import type { Delivery, Webhook } from './api.ts'

type WebhookRow = Omit<Webhook, '_id'> & { id: string }

/** Selects the webhooks of a center, or the one with `id`. `lock` locks the rows for a change. */
export const webhookRows = (
  db: Db,
  center: CenterId,
  { id = null, lock = false }: { id?: string | null; lock?: boolean } = {},
) => db<WebhookRow[]>`
  select w.id, w.url, w.events, w.enabled, w.failing_since, w.created_at, w.version, trim(p.first_name || ' ' || p.last_name) as created_by,
    not (p.disabled_at is null and ${maySupply(db, db`w.center_id`)}) as owner_left,
    (select max(delivered_at) from webhook_deliveries d where d.center_id = w.center_id and d.webhook_id = w.id) as last_delivered_at,
    (select count(*)::int from webhook_deliveries d where d.center_id = w.center_id and d.webhook_id = w.id and d.status = 'waiting') as waiting
  from webhooks w join people p on p.id = w.created_by
  where w.center_id = ${center} and (${id}::uuid is null or w.id = ${id})
  order by w.created_at, w.id
  ${lock ? db`for no key update of w` : db``}
`

type NewWebhook = { id: string; url: string; events: readonly WebhookEvent[]; secret: Buffer; by: string }

export const putWebhook = (db: Db, center: CenterId, { id, url, events, secret, by }: NewWebhook) => db`
  insert into webhooks (center_id, id, url, events, secret, created_by) values (${center}, ${id}, ${url}, ${[...events]}, ${secret}, ${by})
`

type ChangedWebhook = { id: string; url: string; events: readonly string[]; enabled: boolean; by: string }

/**
 * Changes a webhook and makes the person who changed it its owner. Turning a webhook on or off clears
 * `failing_since`.
 */
export const changeWebhook = (
  db: Db,
  center: CenterId,
  { id, url, events, enabled, by }: ChangedWebhook,
) => db`
  update webhooks set url = ${url}, events = ${[...events]}, failing_since = case when enabled = ${enabled} then failing_since end,
    enabled = ${enabled}, created_by = ${by}, version = version + 1
  where center_id = ${center} and id = ${id}
`

/** Replaces the secret. The previous one remains valid for a day. */
export const replaceSecret = (db: Db, center: CenterId, { id, secret }: { id: string; secret: Buffer }) => db`
  update webhooks set old_secret = secret, old_until = now() + interval '1 day', secret = ${secret}, version = version + 1
  where center_id = ${center} and id = ${id}
`

export const dropWebhook = (db: Db, center: CenterId, id: string) => db`
  delete from webhooks where center_id = ${center} and id = ${id}
`

type DeliveryRow = Omit<Delivery, '_id'> & { id: string }

const columns = (db: Db) => db`
  d.id, d.event, d.data, d.at, d.status, d.tries, d.answer, d.error, d.delivered_at, case when d.status = 'waiting' then d.next_at end as next_at
`

const page = 30

/** Returns a page of a webhook's deliveries, newest first, and the id after which the next page continues. */
export async function deliveryPage(
  db: Db,
  center: CenterId,
  { webhookId, after }: { webhookId: string; after: string | null },
) {
  const found = await db<DeliveryRow[]>`
    select ${columns(db)} from webhook_deliveries d where d.center_id = ${center} and d.webhook_id = ${webhookId}
      and (${after}::uuid is null or (d.at, d.id) < (select at, id from webhook_deliveries where center_id = ${center} and id = ${after}))
    order by d.at desc, d.id desc limit ${page + 1}
  `
  const { rows, last } = pageOf(found, page)
  return { rows, after: last?.id ?? null }
}

/**
 * Makes deliveries due now: the one with `id`, or all that are pending. The delivery with `id` becomes
 * pending again even if it was already delivered or has failed.
 */
export const tryAgain = (
  db: Db,
  center: CenterId,
  { webhookId, id = null }: { webhookId: string; id?: string | null },
) => db<DeliveryRow[]>`
  update webhook_deliveries d set status = 'waiting', next_at = now(), tries = case when d.status = 'waiting' then d.tries else 0 end
  where d.center_id = ${center} and d.webhook_id = ${webhookId} and (d.id = ${id} or (${id}::uuid is null and d.status = 'waiting'))
  returning ${columns(db)}
`
