import { maySupply } from '#server/access-tokens.ts'
import type { Db } from '#server/db.ts'

/** A delivery that is due, with the data needed to make it. */
export type DueDelivery = {
  id: string
  centerId: string
  webhookId: string
  url: string
  secret: Buffer
  oldSecret: Buffer | null
  event: string
  data: Record<string, string>
  at: string
  tries: number
}

/**
 * SQL condition that a webhook `w` is on, that its center isn't archived, and that its owner `p` may still
 * act for the center.
 */
const isActive = (db: Db) =>
  db`w.enabled and not is_archived(w.center_id) and p.disabled_at is null and ${maySupply(db, db`w.center_id`)}`

/** Time after which an attempt is repeated if its process was killed. */
const lease = '1 minute'

/**
 * Takes the oldest due delivery of up to `most` webhooks, leaving out the webhooks in `except`. Counts the
 * attempt, and reserves the delivery for a minute.
 */
export const takeDue = (db: Db, { except, most }: { except: readonly string[]; most: number }) => db<
  DueDelivery[]
>`
  with due as (
    select d.center_id, d.id from webhooks w join people p on p.id = w.created_by cross join lateral (
      select center_id, id from webhook_deliveries
      where center_id = w.center_id and webhook_id = w.id and status = 'waiting' and next_at <= now()
      order by at, id limit 1 for update skip locked) d
    where ${isActive(db)} and w.id <> all(${[...except]}::uuid[])
    limit ${most})
  update webhook_deliveries d set tries = d.tries + 1, next_at = now() + ${lease}::interval
  from due, webhooks w where d.center_id = due.center_id and d.id = due.id and w.center_id = d.center_id and w.id = d.webhook_id
  returning d.id, d.center_id, d.webhook_id, w.url, w.secret, case when w.old_until > now() then w.old_secret end as old_secret, d.event, d.data,
    d.at, d.tries
`

type DeliveryKey = Pick<DueDelivery, 'centerId' | 'webhookId' | 'id'>

/**
 * Minimum length of an outage after which all pending deliveries are retried immediately. Otherwise, a
 * receiver that responds only now and then would use up all attempts for a message within minutes.
 */
const outage = '10 minutes'

/**
 * Records a 2xx response. After an outage, all other pending deliveries to this webhook become due now. The
 * condition on `before` makes the database lock the webhook before its deliveries, as in `noteFailed`.
 */
export const noteDelivered = (db: Db, { centerId, webhookId, id }: DeliveryKey, answer: number) => db`
  with before as (
    select id, failing_since from webhooks where center_id = ${centerId} and id = ${webhookId} and failing_since is not null for update),
  works as (
    update webhooks w set failing_since = null from before where w.center_id = ${centerId} and w.id = before.id returning w.id),
  others as (
    update webhook_deliveries d set next_at = now() from before
    where before.failing_since < now() - ${outage}::interval and d.center_id = ${centerId} and d.webhook_id = before.id and d.status = 'waiting' and d.id <> ${id})
  update webhook_deliveries set status = 'delivered', answer = ${answer}, error = null, delivered_at = now()
  where center_id = ${centerId} and id = ${id} and (select count(*) from before) >= 0
`

type Failure = { answer: number | null; error: string | null; pause: number | null }

/**
 * Records a failed attempt. `pause` is the number of seconds until the next one; null if this was the last.
 * Returns the number of days for which the webhook has been failing.
 */
export const noteFailed = (
  db: Db,
  { centerId, webhookId, id }: DeliveryKey,
  { answer, error, pause }: Failure,
) => db<{ days: number }[]>`
  with tried as (
    update webhook_deliveries set answer = ${answer}, error = ${error}, status = case when ${pause}::int is null then 'failed' else status end,
      next_at = now() + make_interval(secs => ${pause ?? 0})
    where center_id = ${centerId} and id = ${id})
  update webhooks set failing_since = coalesce(failing_since, now()) where center_id = ${centerId} and id = ${webhookId}
  returning extract(epoch from now() - failing_since)::float8 / 86400 as days
`

/** Turns a webhook off. Returns no row if it was already off. */
export const stopWebhook = (
  db: Db,
  { centerId, webhookId }: Pick<DeliveryKey, 'centerId' | 'webhookId'>,
) => db<{ url: string; personId: string; email: string | null; firstName: string }[]>`
  update webhooks w set enabled = false, version = w.version + 1 from people p
  where w.center_id = ${centerId} and w.id = ${webhookId} and w.enabled and p.id = w.created_by
  returning w.url, p.id as person_id, p.email, p.first_name
`

export const isAnyDue = (db: Db) => db<{ due: boolean }[]>`
  select exists (
    select from webhook_deliveries d join webhooks w on w.center_id = d.center_id and w.id = d.webhook_id join people p on p.id = w.created_by
    where d.status = 'waiting' and d.next_at <= now() and ${isActive(db)}) as due
`
