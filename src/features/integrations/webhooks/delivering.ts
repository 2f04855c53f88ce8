import { setTimeout as pause } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { record } from '#server/audit.ts'
import type { Database } from '#server/db.ts'
import { addJob, type Cron, type JobTools } from '#server/jobs.ts'
import { pageAddress, queueMail } from '#server/mail.ts'
import { CallError, postOutside, type Resolve } from '#server/outbound.ts'
import type { Settings } from '#server/settings.ts'
import { unseal } from '#server/totp.ts'
import { t } from '#shared/language.ts'
import {
  type DueDelivery,
  isAnyDue,
  noteDelivered,
  noteFailed,
  stopWebhook,
  takeDue,
} from './delivery-queries.ts'

const minute = 60
const hour = 60 * minute
/** Seconds until the next attempt, after each failed one. They add up to more than a day. */
export const pauses = [minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]

/** Number of days of failures after which a webhook is turned off. */
const maxDays = 5

/** Time in ms after which a job starts no more deliveries. The next job makes the remaining ones. */
const maxMs = 30_000

/** Response status that means that the receiver is permanently gone. */
const gone = 410

/** Returns the message and its headers, signed with the secret and, while it is valid, the old one. */
function messageOf({ id, event, data, at, centerId, ...due }: DueDelivery, { secretsKey }: Settings) {
  const body = JSON.stringify({
    type: event,
    timestamp: new Date(at).toISOString(),
    data: { center: centerId, ...data },
  })
  const name = `msg_${id}`
  const now = new Date()
  const signatures = [due.secret, due.oldSecret].flatMap((sealed) =>
    sealed ? [new Webhook(unseal(sealed, secretsKey).toString('base64')).sign(name, now, body)] : [],
  )
  const headers = {
    'webhook-id': name,
    'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
    'webhook-signature': signatures.join(' '),
    'user-agent': 'Blended-Learning-Webhooks',
  }
  return { body, headers }
}

type Tools = Pick<JobTools, 'settings'> & { database: Database; resolve?: Resolve }

/** Sends one message. Returns the status of the response, or the reason why there was none. */
async function send(due: DueDelivery, { settings, resolve }: Tools) {
  try {
    const ways = { allowed: settings.webhookHosts, ...(resolve && { resolve }) }
    return { answer: await postOutside({ url: due.url, ...messageOf(due, settings) }, ways), error: null }
  } catch (error) {
    return { answer: null, error: error instanceof CallError ? error.message : 'No connection.' }
  }
}

/** Turns a webhook off, and notifies its owner by email. `isGone`: its receiver responded with 410. */
const stop = (due: DueDelivery, isGone: boolean, { database, settings }: Tools) =>
  database.write(async (db) => {
    const [stopped] = await stopWebhook(db, due)
    if (!stopped) return
    const { url, personId, email, firstName } = stopped
    const { webhookId: entity, centerId: center } = due
    record(db, null, {
      action: 'integrations.stopWebhook',
      entity,
      center,
      before: { url },
      after: { isGone },
    })
    if (!email) return
    const page = pageAddress(settings, `/centers/${encodeURIComponent(center)}/settings/integrations`)
    await queueMail(db, settings, {
      personId,
      to: email,
      purpose: 'notice',
      words: () => ({
        subject: t('A webhook at {center} was turned off', { center }),
        body: isGone
          ? t(
              'Hello {firstName},\n\n{url} refused a message from {center} because this address no longer exists (410 Gone), so the webhook was turned off. The messages that it missed are kept for 30 days. If the address works again or has changed, turn the webhook on here:\n\n{page}\n',
              { firstName, url, center, page },
            )
          : t(
              'Hello {firstName},\n\n{url} has not accepted any message from {center} for {maxDays} days, so the webhook was turned off. The messages that it missed are kept for 30 days. Once the address works again, turn the webhook on here:\n\n{page}\n',
              { firstName, url, center, maxDays, page },
            ),
      }),
    })
  })

/** Makes one delivery. Returns true if it was accepted. */
async function deliver(due: DueDelivery, tools: Tools) {
  const { answer, error } = await send(due, tools)
  const { database } = tools
  if (answer !== null && answer >= 200 && answer < 300) {
    await noteDelivered(database.single, due, answer)
    return true
  }
  const wait = pauses[due.tries - 1] ?? null
  const [failing] = await noteFailed(database.single, due, { answer, error, pause: wait })
  const isGone = answer === gone
  if (isGone || (failing && failing.days >= maxDays)) await stop(due, isGone, tools)
  return false
}

/** Maximum number of webhooks that are called at the same time. */
const maxAtOnce = 50
/** Interval in ms at which the job looks for more deliveries while it waits for a slow receiver. */
const lookMs = 500

/**
 * Job that makes the deliveries that are due. Different webhooks are called in parallel. Deliveries to the
 * same webhook are made in order until one fails. Deliveries of a killed job are repeated after a minute.
 */
export async function deliverDue(_payload: unknown, tools: Tools) {
  const late = performance.now() + maxMs
  const failed = new Set<string>()
  const going = new Map<string, Promise<void>>()
  const begin = async (due: DueDelivery) => {
    if (!(await deliver(due, tools))) failed.add(due.webhookId)
    going.delete(due.webhookId)
  }
  for (;;) {
    const isLate = performance.now() > late
    const except = [...failed, ...going.keys()]
    const due = isLate ? [] : await takeDue(tools.database.single, { except, most: maxAtOnce - going.size })
    for (const each of due) going.set(each.webhookId, begin(each))
    if (going.size === 0) return
    await Promise.race([...going.values(), pause(lookMs)])
  }
}

/** Schedule of the job that runs every minute and queues `deliverDue` if any delivery is due. */
export const webhooksCron: Cron = { task: 'webhooks-due', match: '* * * * *' }

export async function queueDue(_payload: unknown, { database: { single } }: JobTools) {
  const [{ due } = { due: false }] = await isAnyDue(single)
  if (due) await addJob(single, 'webhooks', {}, { key: 'webhooks' })
}
