import { type ComponentType, createElement, use } from 'react'

/**
 * Parts of the pages that can't be fetched: the network is gone, or a newer version of the product has taken their place (reliability F27). A browser
 * may remember for as long as the page is open that one could not be had, so what helps is to open the page anew.
 */
const missing = new WeakSet()
addEventListener('vite:preloadError', ({ payload }) => missing.add(payload))

/** True if a chunk of the page is missing and the page wasn't reloaded for it yet. */
export const isMissing = (error: unknown): error is Error =>
  missing.has(error as object) && sessionStorage.getItem((error as Error).message) === null

/** Opens the page anew if a part of it is missing and the server answers: once for each part. What was typed is kept on the device before. */
export async function openAnew(error: unknown) {
  if (!isMissing(error)) return
  const answer = await fetch('/health').catch(() => null)
  if (!answer?.ok) return
  sessionStorage.setItem(error.message, '')
  location.reload()
}

/**
 * A page whose parts are fetched when somebody is about to open it. Where they can't be, it throws what hindered it; the router's own would open the
 * page anew at once, which without a network leaves nothing, and never for a missing style.
 */
export function lazyRouteComponent<M extends object>(load: () => Promise<M>, name: keyof M) {
  let page: ComponentType | undefined
  let failure: unknown
  let under: Promise<void> | undefined
  const preload = () =>
    (under ??= load().then(
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
