import { expect, type Page, type Worker } from '@playwright/test'
import { browserKeys, openPushService } from '../tests/push-target.ts'
import { axePath, violations } from './axe.ts'
import { letIn, soon, test } from './journey.ts'

const service = await openPushService()
test.afterAll(() => void service.close())

const { keys, read } = browserKeys()
const endpoint = `${service.url.replace('127.0.0.1', 'localhost')}/send/phone`

/**
 * Gives the browser a push service on this machine instead of its vendor's. A headless browser neither shows
 * nor permits notifications, so the permission is granted here.
 */
const withPushService = (page: Page) =>
  page.addInitScript(
    (subscription) => {
      const of = {
        endpoint: subscription.endpoint,
        toJSON: () => subscription,
        unsubscribe: async () => true,
      }
      let current: unknown = null
      Object.defineProperty(Notification, 'permission', { value: 'default' })
      Notification.requestPermission = async () => 'granted'
      PushManager.prototype.subscribe = async () => (current = of) as never
      PushManager.prototype.getSubscription = async () => current as never
    },
    { endpoint, keys },
  )

/** Delivers a message to the service worker, as a push service does. */
async function deliver(page: Page, data: string) {
  const chrome = await page.context().newCDPSession(page)
  const registrations: { registrationId: string; scopeURL: string }[] = []
  chrome.on('ServiceWorker.workerRegistrationUpdated', (event) => registrations.push(...event.registrations))
  await chrome.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  await expect.poll(() => registrations.some(({ scopeURL }) => scopeURL.startsWith(origin))).toBe(true)
  const registrationId =
    registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))?.registrationId ?? ''
  await chrome.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

type Shown = { title: string; body: string; tag: string; data: { path: string } }
type WorkerScope = { shown: Shown[]; registration: { showNotification: unknown } }

/** Collects the notifications that the service worker shows. */
const watch = (worker: Worker) =>
  worker.evaluate(() => {
    const at = globalThis as unknown as WorkerScope
    at.shown = []
    at.registration.showNotification = async (title: string, rest: Omit<Shown, 'title'>) =>
      void at.shown.push({ title, ...rest })
  })
const shown = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as WorkerScope).shown)

/** Clicks the first notification. */
const press = (worker: Worker) =>
  worker.evaluate(() => {
    const at = globalThis as unknown as WorkerScope & { ExtendableEvent: typeof Event }
    const event = new at.ExtendableEvent('notificationclick')
    dispatchEvent(Object.assign(event, { notification: { ...at.shown[0], close() {} } }))
  })

test('a parent turns notifications on, sees one, opens its page, and turns them off', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 360, height: 740 },
    serviceWorkers: 'allow',
  })
  const phone = await context.newPage()
  await phone.addInitScript({ path: axePath })
  await withPushService(phone)
  await letIn(phone, 'parent')
  await phone.goto('/parent')
  const part = phone.getByRole('region', { name: 'Notifications' })
  await part.getByRole('button', { name: 'Turn on here' }).click()
  await expect(part.getByRole('button', { name: 'Turn off here' })).toBeVisible(soon)
  expect(await violations(phone)).toEqual([])
  if (process.env['SHOTS'])
    await phone.screenshot({ path: `${process.env['SHOTS']}/notifications-360.png`, fullPage: true })

  // The product sends the first notification, which only this browser can decrypt.
  await expect.poll(() => service.got.length, soon).toBe(1)
  const message = read(service.got[0]!.body) as { title: string; text: string }
  expect(message.title).toBe('Notifications are on')
  const [worker] = context.serviceWorkers() as [Worker]
  await watch(worker)
  await deliver(phone, JSON.stringify({ ...message, path: '/parent/invoices' }))
  await expect
    .poll(() => shown(worker), soon)
    .toMatchObject([{ title: message.title, body: message.text, data: { path: '/parent/invoices' } }])
  await press(worker)
  await expect(phone).toHaveURL(/\/parent\/invoices$/, soon)

  await phone.goto('/parent')
  await phone
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: /^Turn off on / })
    .click()
  await expect(phone.getByRole('heading', { name: 'On other devices' })).toBeHidden()
})
