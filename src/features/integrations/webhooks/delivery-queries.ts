import type { Db } from '#server/db.ts'

/** A delivery whose turn it is, with what is needed to make it. */
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

/** Time after which a try is made again if its process was killed. */
const lease = '1 minute'

/**
 * Takes the oldest due delivery of each webhook, except the given ones. Counts the try, and keeps others from
 * making it for a minute.
 */
export const takeDue = (db: Db, { except, most }: { except: readonly string[]; most: number }) => db<
  DueDelivery[]
>`
  with due as (
    select d.center_id, d.id from webhooks w cross join lateral (
      select center_id, id from webhook_deliveries
      where center_id = w.center_id and webhook_id = w.id and status = 'waiting' and next_at <= now()
      order by at, id limit 1 for update skip locked) d
    where w.enabled and w.id <> all(${[...except]}::uuid[]) and not is_archived(w.center_id)
    limit ${most})
  update webhook_deliveries d set tries = d.tries + 1, next_at = now() + ${lease}::interval
  from due, webhooks w where d.center_id = due.center_id and d.id = due.id and w.center_id = d.center_id and w.id = d.webhook_id
  returning d.id, d.center_id, d.webhook_id, w.url, w.secret, case when w.old_until > now() then w.old_secret end as old_secret, d.event, d.data,
    d.at, d.tries
`

type Of = Pick<DueDelivery, 'centerId' | 'webhookId' | 'id'>

/** Notes an answer with 2xx. Whatever else waits for this webhook is due now, because it works again. */
export const noteDelivered = (db: Db, { centerId, webhookId, id }: Of, answer: number) => db`
  with works as (
    update webhooks set failing_since = null where center_id = ${centerId} and id = ${webhookId} and failing_since is not null returning id),
  others as (
    update webhook_deliveries d set next_at = now() from works
    where d.center_id = ${centerId} and d.webhook_id = works.id and d.status = 'waiting' and d.id <> ${id})
  update webhook_deliveries set status = 'delivered', answer = ${answer}, error = null, delivered_at = now() where center_id = ${centerId} and id = ${id}
`

type Failure = { answer: number | null; error: string | null; pause: number | null }

/** Notes a failed try. Without a pause it was the last one. Returns since when the webhook has failed. */
export const noteFailed = (db: Db, { centerId, webhookId, id }: Of, { answer, error, pause }: Failure) => db<
  { days: number }[]
>`
  with tried as (
    update webhook_deliveries set answer = ${answer}, error = ${error}, status = case when ${pause}::int is null then 'failed' else status end,
      next_at = now() + make_interval(secs => ${pause ?? 0})
    where center_id = ${centerId} and id = ${id})
  update webhooks set failing_since = coalesce(failing_since, now()) where center_id = ${centerId} and id = ${webhookId}
  returning extract(epoch from now() - failing_since)::float8 / 86400 as days
`

/** Switches a webhook off. Returns no row if it is off already. */
export const stopWebhook = (db: Db, { centerId, webhookId }: Pick<Of, 'centerId' | 'webhookId'>) => db<
  { url: string; personId: string; email: string | null; firstName: string }[]
>`
  update webhooks w set enabled = false, version = w.version + 1 from people p
  where w.center_id = ${centerId} and w.id = ${webhookId} and w.enabled and p.id = w.created_by
  returning w.url, p.id as person_id, p.email, p.first_name
`

/** True if a delivery's turn has come. */
export const isAnyDue = (db: Db) => db<{ due: boolean }[]>`
  select exists (
    select from webhook_deliveries d join webhooks w on w.center_id = d.center_id and w.id = d.webhook_id
    where d.status = 'waiting' and d.next_at <= now() and w.enabled and not is_archived(d.center_id)) as due
`
