/**
 * Returns the service worker's URL. Trusted Types require a policy for it, and this one allows no other URL.
 */
const worker = () =>
  window.trustedTypes?.createPolicy('worker', { createScriptURL: () => '/sw.js' }).createScriptURL('') ??
  '/sw.js'

let registered: Promise<ServiceWorkerRegistration> | undefined

/** Registers the service worker, which stores the pages on the device and shows notifications. */
export const registerWorker = () => (registered ??= navigator.serviceWorker.register(worker()))

/**
 * Turns off notifications in this browser, so that they don't reach the next person who uses it. Waits up to
 * two seconds for the browser's push service.
 */
export async function endNotifications() {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  if (subscription)
    await Promise.race([subscription.unsubscribe(), new Promise((late) => setTimeout(late, 2000))])
}
