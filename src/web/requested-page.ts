/**
 * Page that needed a login, kept in this tab until then. `user` had it open; null if nobody was signed in.
 */
type Requested = { href: string; user: string | null }

const key = 'requestedPage'

/** Remembers a page of our own, as path, search and hash, to return to it after the login. */
export const rememberPage = (requested: Requested) => sessionStorage.setItem(key, JSON.stringify(requested))

export const forgetPage = () => sessionStorage.removeItem(key)

/**
 * Returns and forgets the page that needed a login. Null if there is none, or if somebody else had it open.
 * The guard decides whether the user may open it.
 */
export function takeRequestedPage(user: string): string | null {
  const stored = sessionStorage.getItem(key)
  forgetPage()
  if (!stored) return null
  const requested = JSON.parse(stored) as Requested
  const isOwn = requested.user === null || requested.user === user
  return isOwn && /^\/(?![/\\])/.test(requested.href) ? requested.href : null
}
