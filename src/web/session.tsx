import { useQuery } from '@tanstack/react-query'
import { accounts } from '#features/accounts/api.ts'
import type { Me } from '#features/accounts/rules.ts'
import type { Permission } from '#shared/permissions.ts'
import { Problem } from '#shared/problem.ts'
import { call, isUnanswered, mayRetry, read, whenSignedOut } from './api.ts'
import { whenEnded } from './live.ts'
import { PageQueries } from './query-client.ts'
import { forgetPage, rememberPage } from './requested-page.ts'
import { endNotifications } from './sw-registration.ts'
import { toast } from './toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'

/**
 * Query client of all pages. One of its queries is the signed-in user. Tabs notify each other through the
 * storage keys `login` and `logout`, whose value is only the time (spec §4; reliability T24).
 */
export const queries = new PageQueries({
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      retry: mayRetry,
      staleTime: 5_000,
    },
  },
})

queries.getMutationCache().config.onError = (error, _input, _context, mutation) => {
  if (!mutation.meta?.['quiet'] && !(error instanceof Problem && error.status === 401))
    toast(sentenceFor(error), 'error')
}
queries.getQueryCache().config.onError = (error, query) => {
  // If the server doesn't respond, a page keeps its data and automatically refetches, so only "Show more"
  // needs a toast. A first load shows a toast for its first failure, in addition to the page's own message,
  // but none for retries (spec §8).
  const { data, fetchMeta, errorUpdateCount } = query.state
  if (query.meta?.['quiet'] || (data === undefined && errorUpdateCount > 1)) return
  if (data !== undefined && isUnanswered(error) && !fetchMeta?.fetchMore) return
  if (!(error instanceof Problem && error.status === 401)) toast(sentenceFor(error), 'error')
}

/** Query for the signed-in user. Callers handle its failure, so it shows no toast (spec §8). */
const meRead = { ...read(accounts.me, {}), meta: { quiet: true } }

/**
 * Returns the signed-in user, or the reason why there is none: `device_signed_out` if this device must be
 * activated again, otherwise `signed_out`. Throws any other failure, for example if the server can't be
 * reached.
 */
export async function whoAmI(): Promise<Me | 'signed_out' | 'device_signed_out'> {
  // The page is blank until a response arrives, so without a network, show the message at once instead of
  // retrying.
  const retry = (count: number, error: unknown) => navigator.onLine && mayRetry(count, error)
  return await queries.fetchQuery({ ...meRead, staleTime: Infinity, retry }).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 401)
      return error.code === 'device_signed_out' ? error.code : 'signed_out'
    throw error
  })
}

/** Returns the signed-in user. Use it only in pages behind the guard. */
export function useMe(): Me {
  const { data } = useQuery({ ...meRead, staleTime: Infinity })
  if (!data) throw new Error('This page needs a signed-in user.')
  return data
}

/** True if the signed-in user has a permission, for menus and buttons. */
export const may = (me: Me, permission: Permission) => me.permissions.includes(permission)

/** Updates this tab after a login or an activation. The other tabs reload. */
export function signedIn(me: Me) {
  queries.clear()
  queries.setQueryData(meRead.queryKey, me)
  localStorage.setItem('login', String(Date.now()))
}

/** Reads the user again after a profile change. */
export const refetchMe = () => queries.invalidateQueries({ queryKey: meRead.queryKey })

let leaving = false
const graceMs = 250

/** Opens a page as a new document. Only the first call has an effect. */
function leave(to: string) {
  if (leaving) return
  leaving = true
  location.assign(to)
}

/**
 * Ends the session here and in every other tab. If the call fails, stays on the page, and a toast says why.
 */
export async function logOut() {
  try {
    await call(accounts.logout, {})
  } catch (error) {
    return toast(sentenceFor(error), 'error')
  }
  await endNotifications().catch(() => {})
  queries.clear()
  forgetPage()
  localStorage.setItem('logout', String(Date.now()))
  leave('/login')
}

const publicPages =
  /^\/(login|setup|forget-password|password-reset|confirm-email|activate|confirm-trial|(trial|unsubscribe)\/[^/]+)$/
const isPublic = () => publicPages.test(location.pathname)

/**
 * Returns the page to open after a 401 (spec §8). A device reloads its page, and the route guard sends it to
 * activation with the reason. Everybody else goes to the login, or to activation if the server asks for it.
 */
function afterSignedOut({ group }: Me, problem?: Problem) {
  if (group === 'devices') return location.pathname
  return problem?.code === 'device_signed_out' ? '/activate?error=401' : '/login?error=401'
}

/**
 * Leaves the page because the session has ended. When somebody logs out in one tab, others may notice the end
 * of the session a moment before the `logout` key. A delay lets the key arrive first, so that a logout
 * doesn't look like an expired session.
 */
function ended(problem?: Problem) {
  const known = queries.getQueryData<Me>(meRead.queryKey)
  if (isPublic() || !known) return
  setTimeout(() => {
    const { pathname, search, hash } = location
    if (!leaving && known.group !== 'devices')
      rememberPage({ href: pathname + search + hash, user: known._id })
    leave(afterSignedOut(known, problem))
  }, graceMs)
}
whenSignedOut(ended)
whenEnded(ended)

window.addEventListener('storage', ({ key }) => {
  if (key === 'logout') leave('/login')
  if (key === 'login') location.reload()
})

// A page restored from the back/forward cache may show the previous person's data (reliability T23), so
// reload it.
window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
