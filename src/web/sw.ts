type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
/** Content of a message from the server, and of the notification that shows it. */
type NotificationContent = { title: string; text: string; path: string; tag: string }
type PushEvent = ExtendableEvent & { data: { json: () => unknown } | null }
type NotificationClickEvent = ExtendableEvent & {
  notification: { close: () => void; data: { path: string } }
}
type OpenPage = { focus: () => Promise<unknown>; navigate: (url: string) => Promise<unknown> }
type FetchEvent = ExtendableEvent & { request: Request; respondWith: (answer: Promise<Response>) => void }
type ShellWorker = {
  location: Location
  clients: {
    claim: () => Promise<void>
    matchAll: (which: { type: 'window' }) => Promise<OpenPage[]>
    openWindow: (url: string) => Promise<unknown>
  }
  registration: { showNotification: (title: string, options: object) => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: ((name: 'install' | 'activate', hear: (event: ExtendableEvent) => void) => void) &
    ((name: 'fetch', hear: (event: FetchEvent) => void) => void) &
    ((name: 'push', hear: (event: PushEvent) => void) => void) &
    ((name: 'notificationclick', hear: (event: NotificationClickEvent) => void) => void)
}
const worker = globalThis as unknown as ShellWorker

/** Files needed to open the pages without a network. The build fills in the list. None are from `/api`. */
declare const SHELL: readonly string[]
declare const BUILD: string

/**
 * Name of the cache with the document, scripts, styles and pictures of one build, and no personal data. With
 * the cache, pages open without a network, so people find their unsent answers.
 */
const cacheName = `shell ${BUILD}`

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll([...SHELL]))
      .then(() => worker.skipWaiting()),
  )
})

worker.addEventListener('activate', (event) => {
  const clean = async () => {
    // Open pages of the previous build may still load its chunks, so its cache is deleted one build later.
    const before = (await caches.keys()).filter((name) => name !== cacheName)
    for (const name of before.slice(0, -1)) await caches.delete(name)
    await worker.clients.claim()
  }
  event.waitUntil(clean())
})

/**
 * Returns the page from the server, or the stored one if the server can't be reached or answers with a 5xx.
 */
async function page(request: Request) {
  const kept = async () => await (await caches.open(cacheName)).match('/index.html')
  const fresh = await fetch(request).catch(() => null)
  if (fresh && fresh.status < 500) return fresh
  return (await kept()) ?? fresh ?? Response.error()
}

/**
 * Files that few people need. They are stored for use without a network only when a page first loads them.
 */
const keptOnUse = /^\/assets\/spanish-/

async function file(event: FetchEvent, path: string) {
  const { request } = event
  const kept = await caches.match(request)
  if (kept) return kept
  const fresh = await fetch(request)
  if (fresh.ok && keptOnUse.test(path)) {
    const copy = fresh.clone()
    const keep = async () => (await caches.open(cacheName)).put(request, copy)
    // Ignore the error if there is no room to store the file, because the page gets it anyway.
    event.waitUntil(keep().catch(() => {}))
  }
  return fresh
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin || url.pathname.startsWith('/api/'))
    return
  if (request.mode === 'navigate') {
    event.respondWith(page(request))
    return
  }
  event.respondWith(file(event, url.pathname))
})

worker.addEventListener('push', (event) => {
  if (!event.data) return
  const { title, text, path, tag } = event.data.json() as NotificationContent
  event.waitUntil(
    worker.registration.showNotification(title, { body: text, tag, data: { path }, icon: '/icon-192.png' }),
  )
})

/** Shows one of our pages, in a window that is already open if there is one. */
async function show(path: string) {
  const { origin } = worker.location
  // Ensures that the path doesn't lead to another site.
  const url = new URL(path, origin)
  if (url.origin !== origin) return
  const [open] = await worker.clients.matchAll({ type: 'window' })
  if (!open) return void (await worker.clients.openWindow(url.href))
  await open.navigate(url.href)
  await open.focus()
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data.path))
})
