import { useQuery } from '@tanstack/react-query'
import { accounts } from '#features/accounts/api.ts'
import type { Me } from '#features/accounts/rules.ts'
import type { Permission } from '#shared/permissions.ts'
import { Problem } from '#shared/problem.ts'
import { call, isUnanswered, read, whenSignedOut } from './api.ts'
import { whenEnded } from './live.ts'
import { PageQueries } from './query-client.ts'
import { forgetPage, rememberPage } from './requested-page.ts'
import { toast } from './toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'

/**
 * The signed-in user, as one query, and the end of the session. Tabs notify each other through the storage
 * keys `login` and `logout`, whose values are only a time (spec §4; reliability T24).
 */
export const queries = new PageQueries({
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      retry: (count, error) => count < 2 && isUnanswered(error),
      staleTime: 5_000,
    },
  },
})

queries.getMutationCache().config.onError = (error, _input, _context, mutation) => {
  if (!mutation.meta?.['quiet'] && !(error instanceof Problem && error.status === 401))
    toast(sentenceFor(error), 'error')
}
queries.getQueryCache().config.onError = (error, query) => {
  // While nobody answers, shown data stays and is read again: only "show more" needs a toast. A first read
  // tells its first failure, besides the page's own message; more tries don't (spec §8).
  const { data, fetchMeta, errorUpdateCount } = query.state
  if (query.meta?.['quiet'] || (data === undefined && errorUpdateCount > 1)) return
  if (data !== undefined && isUnanswered(error) && !fetchMeta?.fetchMore) return
  if (!(error instanceof Problem && error.status === 401)) toast(sentenceFor(error), 'error')
}

/** Fetching the user handles its errors itself (spec §8). */
const meRead = { ...read(accounts.me, {}), meta: { quiet: true } }

/**
 * The signed-in user, or the reason why there is none: a device must be activated again, others sign in.
 * Throws if the server can't be reached.
 */
export async function whoAmI(): Promise<Me | 'signed_out' | 'device_signed_out'> {
  return await queries.fetchQuery({ ...meRead, staleTime: Infinity }).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 401)
      return error.code === 'device_signed_out' ? error.code : 'signed_out'
    throw error
  })
}

/** The signed-in user, inside pages behind the guard. */
export function useMe(): Me {
  const { data } = useQuery({ ...meRead, staleTime: Infinity })
  if (!data) throw new Error('This page needs a signed-in user.')
  return data
}

/** True if the signed-in user has a permission. For menus and buttons. */
export const may = (me: Me, permission: Permission) => me.permissions.includes(permission)

/** Called after a successful login, setup or activation: updates this tab; the others reload. */
export function signedIn(me: Me) {
  queries.clear()
  queries.setQueryData(meRead.queryKey, me)
  localStorage.setItem('login', String(Date.now()))
}

/** Reads the user again after a profile change. */
export const meChanged = () => queries.invalidateQueries({ queryKey: meRead.queryKey })

let leaving = false
const graceMs = 250

/** Leaves the page for good. The first reason counts. */
function leave(to: string) {
  if (leaving) return
  leaving = true
  location.assign(to)
}

/**
 * Ends the session here and in every other tab. If the server doesn't answer, the session continues and the
 * snackbar says so.
 */
export async function logOut() {
  try {
    await call(accounts.logout, {})
  } catch (error) {
    return toast(sentenceFor(error), 'error')
  }
  queries.clear()
  forgetPage()
  localStorage.setItem('logout', String(Date.now()))
  leave('/login')
}

const publicPages = ['/login', '/setup', '/forget-password', '/password-reset', '/confirm-email', '/activate']
const isPublic = () => publicPages.includes(location.pathname)

/**
 * The page to open after a 401 (spec §8). A device reloads its page, whose guard leads to activation and
 * gives the reason; others sign in again.
 */
function afterSignedOut({ group }: Me, problem?: Problem) {
  if (group === 'devices') return location.pathname
  return problem?.code === 'device_signed_out' ? '/activate?error=401' : '/login?error=401'
}

/**
 * Ends the session. Signing out ends it in all tabs, and the other tabs learn that it was intended only a
 * moment after the end itself. The delay avoids showing an intended end as an unexpected one.
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

// A page restored from the browser's cache shows what the previous person saw (reliability T23), so it
// reloads.
window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
