import { addJob, type JobTools } from '#server/jobs.ts'
import { pageAddress } from '#server/mail.ts'
import { type Notification, type PushTarget, sendPush } from '#server/push.ts'
import { quietUntil } from '#server/quiet-hours.ts'
import { inLanguage, t } from '#shared/language.ts'
import { plain } from '#shared/text.ts'
import { notificationOf } from './notification-words.ts'
import { dropUnreachable, pushMessage, pushTargetOf } from './queries.ts'

/**
 * Payload of a job for one browser: a message to show or, without `mailId`, the notification that confirms
 * that notifications are on.
 */
type Payload = { deviceId: string; mailId?: string }

const welcome = (): Notification => ({
  title: t('Notifications are on'),
  text: t('You will see messages from your center here.'),
  path: '/parent',
  tag: 'welcome',
})

type PushDelivery = { deviceId: string; to: PushTarget; shown: Notification }

/** Sends a notification. Removes the browser if its subscription is gone; retries other failures. */
async function send({ database, settings }: JobTools, { deviceId, to, shown }: PushDelivery) {
  const status = await sendPush(database.single, settings, { to, shown })
  if (status === 404 || status === 410) await dropUnreachable(database.single, deviceId)
  else if (status >= 300) throw new Error(`The push service answered ${status}.`)
}

/**
 * Runs the job that shows a message in one browser, unless the parent no longer wants it or it is too late.
 * Respects quiet hours. If the job runs again after a crash, the browser replaces the notification instead of
 * showing it twice.
 */
export async function sendNotification({ deviceId, mailId }: Payload, tools: JobTools) {
  const { database, settings } = tools
  const db = database.single
  if (mailId === undefined) {
    const [target] = await pushTargetOf(db, deviceId)
    if (!target) return
    const { language, ...to } = target
    await send(tools, { deviceId, to, shown: inLanguage(language ?? 'en', welcome) })
    return
  }
  const [message] = await pushMessage(db, { mailId, deviceId })
  if (!message || message.stopped) return
  const { subject, body, timeZone, stopped: _, ...to } = message
  const at = timeZone === null ? null : quietUntil(timeZone)
  if (at) {
    await addJob(db, 'push', { deviceId, mailId }, { key: `push ${mailId} ${deviceId}`, at })
    return
  }
  const shown = notificationOf({
    id: mailId,
    subject: plain(subject),
    body: plain(body),
    home: pageAddress(settings, ''),
  })
  await send(tools, { deviceId, to, shown })
}
