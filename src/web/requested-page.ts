/**
 * Page that required a login, remembered in this tab until the login. `user` is the person who had it open,
 * or null if nobody was signed in.
 */
type RequestedPage = { href: string; user: string | null }

const key = 'requestedPage'

/** Remembers one of our pages as path, search and hash, in order to return to it after the login. */
export const rememberPage = (requested: RequestedPage) =>
  sessionStorage.setItem(key, JSON.stringify(requested))

export const forgetPage = () => sessionStorage.removeItem(key)

/**
 * Returns and forgets the page that required a login. Returns null if there is none, if it isn't on this
 * site, or if somebody else had it open. The guard decides whether the user may open it.
 */
export function takeRequestedPage(user: string): string | null {
  const stored = sessionStorage.getItem(key)
  forgetPage()
  if (!stored) return null
  const requested = JSON.parse(stored) as RequestedPage
  const isOwn = requested.user === null || requested.user === user
  return isOwn && /^\/(?![/\\])/.test(requested.href) ? requested.href : null
}
