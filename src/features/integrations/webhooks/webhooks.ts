import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { lockCenter } from '#features/centers/queries.ts'
import { t } from '#shared/language.ts'
import { record } from '#server/audit.ts'
import type { CenterCall, HandlerInput, IfMatch } from '#server/call.ts'
import { type Db, one } from '#server/db.ts'
import { type CenterId, demandStepUp } from '#server/gate.ts'
import { addressFault } from '#server/outbound.ts'
import { isStale, withId } from '#server/records.ts'
import type { Settings } from '#server/settings.ts'
import { seal } from '#server/totp.ts'
import { conflict, notFound, refused, stale } from '#shared/problem.ts'
import type { webhooks } from './api.ts'
import { changeWebhook, dropWebhook, putWebhook, replaceSecret, tryAgain, webhookRows } from './queries.ts'

/** Maximum number of webhooks per center. */
const maxWebhooks = 10

function refuseAddress(url: string, { webhookHosts }: Settings) {
  const fault = addressFault(url, webhookHosts)
  if (fault) throw refused('bad_url', fault, '/url')
}

/** Creates a secret, and returns it in the form to show and in the form to store. */
function newSecret({ secretsKey }: Settings) {
  const bytes = randomBytes(32)
  return { shown: `whsec_${bytes.toString('base64')}`, stored: seal(bytes, secretsKey) }
}

const oneWebhook = async (db: Db, center: CenterId, id: string, { lock = false } = {}) =>
  one(await webhookRows(db, center, { id, lock }), notFound)

type Row = Awaited<ReturnType<typeof oneWebhook>>
const kept = ({ url, events, enabled }: Row) => ({ url, events, enabled })

/** Adds a webhook. Returns it with its secret. */
export async function addWebhook(
  { actor, db, center }: CenterCall,
  { url, events }: HandlerInput<(typeof webhooks)['add']>,
  settings: Settings,
) {
  await demandStepUp(db, actor)
  refuseAddress(url, settings)
  one(await lockCenter(db, center), notFound)
  if ((await webhookRows(db, center)).length >= maxWebhooks)
    throw conflict(
      'too_many_webhooks',
      t('A center can have at most {maxWebhooks} webhooks. Delete one first.', { maxWebhooks }),
    )
  const [id, { shown, stored }] = [newId(), newSecret(settings)]
  await putWebhook(db, center, { id, url, events: [...new Set(events)], secret: stored, by: actor.id })
  const row = await oneWebhook(db, center, id)
  record(db, actor, { action: 'integrations.addWebhook', entity: id, center, after: kept(row) })
  return { ...withId(row), secret: shown }
}

/** Changes a webhook's address or events, or switches it on or off. */
export async function editWebhook(
  { actor, db, center, ifMatch }: CenterCall & IfMatch,
  { id, ...given }: HandlerInput<(typeof webhooks)['change']>,
  settings: Settings,
) {
  const before = await oneWebhook(db, center, id, { lock: true })
  if (isStale(ifMatch, before.version)) throw stale(withId(before))
  if (given.url !== undefined) refuseAddress(given.url, settings)
  if (given.url !== undefined && given.url !== before.url) await demandStepUp(db, actor)
  const events = [...new Set(given.events ?? before.events)]
  const { url = before.url, enabled = before.enabled } = given
  await changeWebhook(db, center, { id, url, events, enabled, by: actor.id })
  if (enabled && (!before.enabled || before.ownerLeft)) await tryAgain(db, center, { webhookId: id })
  const after = await oneWebhook(db, center, id)
  record(db, actor, {
    action: 'integrations.changeWebhook',
    entity: id,
    center,
    before: kept(before),
    after: kept(after),
  })
  return withId(after)
}

/** Replaces a webhook's secret. Returns the new one. */
export async function renewSecret({ actor, db, center }: CenterCall, id: string, settings: Settings) {
  await demandStepUp(db, actor)
  const row = await oneWebhook(db, center, id, { lock: true })
  const { shown, stored } = newSecret(settings)
  await replaceSecret(db, center, { id, secret: stored })
  record(db, actor, { action: 'integrations.renewSecret', entity: id, center, before: { url: row.url } })
  return { ...withId(await oneWebhook(db, center, id)), secret: shown }
}

/** Deletes a webhook with its deliveries. */
export async function removeWebhook({ actor, db, center }: CenterCall, id: string) {
  const before = await oneWebhook(db, center, id, { lock: true })
  await dropWebhook(db, center, id)
  record(db, actor, {
    action: 'integrations.removeWebhook',
    entity: id,
    center,
    before: kept(before),
  })
}

/** Makes a delivery due again, even if it succeeded. Throws 409 if the webhook is off. */
export async function replay(
  { db, center }: CenterCall,
  { id, deliveryId }: HandlerInput<(typeof webhooks)['replay']>,
) {
  const { enabled } = await oneWebhook(db, center, id, { lock: true })
  if (!enabled) throw conflict('off', t('This webhook is off. Turn it on first.'))
  return withId(one(await tryAgain(db, center, { webhookId: id, id: deliveryId }), notFound))
}
