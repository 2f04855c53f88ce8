import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import type { Db } from './db.ts'
import { pageAddress } from './mail.ts'
import { postOutside } from './outbound.ts'
import { installationKey } from './session.ts'
import type { Settings } from './settings.ts'

/**
 * A browser that shows notifications, as reported by the browser (Push API): the endpoint to send to, and its
 * keys.
 */
export type PushTarget = { endpoint: string; publicKey: string; authSecret: string }

/**
 * A notification as a browser shows it. Notifications with the same `tag` replace each other. `path` is the
 * page to open.
 */
export type Notification = { title: string; text: string; path: string; tag: string }

/** Seconds for which a push service keeps a message for a browser that is offline. */
const keptSeconds = 24 * 3600

/**
 * Returns the key pair that identifies this installation to push services (VAPID, RFC 8292), in base64url.
 */
async function vapidKeys(db: Db) {
  const privateKey = await installationKey(db, 'push')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { privateKey: privateKey.toString('base64url'), publicKey: pair.getPublicKey('base64url') }
}

/** Returns the public key with which a browser asks its push service for an endpoint, in base64url. */
export const pushKey = async (db: Db) => (await vapidKeys(db)).publicKey

/** Returns the URL at which push services can contact us about our messages: https or mailto. */
function subjectOf(settings: Settings) {
  const page = pageAddress(settings, '/')
  return page.startsWith('https://') ? page : `mailto:${settings.mailFrom ?? 'no-reply@localhost'}`
}

/**
 * Sends a notification, encrypted so that only the browser can read it (RFC 8291). Returns the push service's
 * status: 404 and 410 mean that the browser no longer wants notifications. Throws if the service doesn't
 * answer.
 */
export async function sendPush(
  db: Db,
  settings: Settings,
  { to: { endpoint, publicKey, authSecret }, shown }: { to: PushTarget; shown: Notification },
) {
  const keys = await vapidKeys(db)
  const { body, headers } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh: publicKey, auth: authSecret } },
    JSON.stringify(shown),
    { vapidDetails: { subject: subjectOf(settings), ...keys }, TTL: keptSeconds },
  )
  return await postOutside({ url: endpoint, body, headers }, { allowed: settings.pushHosts })
}
