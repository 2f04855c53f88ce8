type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Event & { request: Request; respondWith: (answer: Promise<Response>) => void }
type ShellWorker = {
  location: Location
  clients: { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: ((name: 'install' | 'activate', hear: (event: Lasting) => void) => void) &
    ((name: 'fetch', hear: (event: Fetching) => void) => void)
}
const worker = globalThis as unknown as ShellWorker

/** Files that a page needs to open without a network, filled in by the build. None are from `/api`. */
declare const SHELL: readonly string[]
declare const BUILD: string

/**
 * Cache with the scripts, styles and pictures of one build, and no personal data. With it, pages open without
 * a network, so people find their unsent answers.
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
    // Open pages of the previous build may still load chunks of it, so it is deleted one build later.
    const before = (await caches.keys()).filter((name) => name !== cacheName)
    for (const name of before.slice(0, -1)) await caches.delete(name)
    await worker.clients.claim()
  }
  event.waitUntil(clean())
})

/**
 * Returns the page from the server, or the stored one if the server can't be reached, directly or through a
 * proxy.
 */
async function page(request: Request) {
  const kept = async () => await (await caches.open(cacheName)).match('/index.html')
  const fresh = await fetch(request).catch(() => null)
  if (fresh && fresh.status < 500) return fresh
  return (await kept()) ?? fresh ?? Response.error()
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
  event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
})
