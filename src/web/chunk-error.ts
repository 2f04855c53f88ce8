import { type ComponentType, createElement, use } from 'react'

/**
 * Errors from page chunks that couldn't be fetched, because the network is down or a newer version of the
 * product has replaced them (reliability F27). A browser may cache such a failure as long as the page is
 * open, so only a reload helps.
 */
const chunkErrors = new WeakSet()
addEventListener('vite:preloadError', ({ payload }) => chunkErrors.add(payload))

/** True if a chunk is missing and the page hasn't been reloaded for it yet. */
export const isChunkError = (error: unknown): error is Error =>
  chunkErrors.has(error as object) && sessionStorage.getItem((error as Error).message) === null

/**
 * Reloads the page if a chunk is missing and the server answers, once for each chunk. By then, typed text has
 * been stored on the device.
 */
export async function reloadOnChunkError(error: unknown) {
  if (!isChunkError(error)) return
  const answer = await fetch('/health').catch(() => null)
  if (!answer?.ok) return
  sessionStorage.setItem(error.message, '')
  location.reload()
}

/**
 * Returns a page component that loads its chunks just before it opens, and throws the error if that fails.
 * The router's own version would reload immediately, which shows a blank page without a network, and wouldn't
 * reload for a missing style sheet.
 */
export function lazyRouteComponent<M extends object>(load: () => Promise<M>, name: keyof M) {
  let page: ComponentType | undefined
  let failure: unknown
  let loading: Promise<void> | undefined
  const preload = () =>
    (loading ??= load().then(
      (part) => void (page = part[name] as ComponentType),
      (error: unknown) => void (failure = error),
    ))
  function Page() {
    if (failure) throw failure
    if (!page) use(preload())
    return page && createElement(page)
  }
  return Object.assign(Page, { preload })
}
