import { type ComponentType, createElement, use } from 'react'

/**
 * Errors from page chunks that couldn't be fetched, because the network is down or a newer version of the
 * product has replaced them (reliability F27). A browser may cache such a failure as long as the page is
 * open, so only a reload helps.
 */
const chunkErrors = new WeakSet()
addEventListener('vite:preloadError', ({ payload }) => chunkErrors.add(payload))

/** True for the error of a missing chunk, unless this tab has already been reloaded because of it. */
export const isChunkError = (error: unknown): error is Error =>
  chunkErrors.has(error as object) && sessionStorage.getItem((error as Error).message) === null

/**
 * If the error is that of a missing chunk and the server is up, reloads the page, but only once for each
 * chunk. Answers typed so far aren't lost, because they are stored on the device.
 */
export async function reloadOnChunkError(error: unknown) {
  if (!isChunkError(error)) return
  const answer = await fetch('/health').catch(() => null)
  if (!answer?.ok) return
  sessionStorage.setItem(error.message, '')
  location.reload()
}

/**
 * Returns a page component whose chunks are loaded when the router preloads it or when it is first shown. If
 * that fails, showing it throws the error. The router's own version would reload immediately, which shows a
 * blank page without a network, and wouldn't reload for a missing style sheet.
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
