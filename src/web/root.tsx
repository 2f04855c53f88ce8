import { createRootRoute, defaultParseSearch, Outlet, redirect } from '@tanstack/react-router'
import { kindOf, landing } from '#features/accounts/rules.ts'
import { mayOpen, pages, type Page } from '#shared/permissions.ts'
import { sentences } from '#shared/problem.ts'
import { keepStorage } from './app-install.ts'
import { chosenCenter } from './center.ts'
import { speakTo } from './language.ts'
import { openOutbox } from './outbox.ts'
import { ReauthRegion } from './reauth.tsx'
import { rememberPage, takeRequestedPage } from './requested-page.ts'
import { whoAmI } from './session.tsx'
import { ToastRegion, toast } from './toast.tsx'
import { BrokenPage } from './shell/BrokenPage.tsx'
import { isUnreachable, UnreachablePage } from './shell/UnreachablePage.tsx'

/**
 * True for the pages that shared devices may open. Without a session, they redirect to activation rather than
 * login (spec §8).
 */
const devicePage = (page: Page) => page !== '/' && (pages[page] as string[]).includes('devices')

/** The only page that other sites may show in a frame (`server/headers.ts`). */
const framedPage: Page = '/trial/$centerId'

/**
 * Guards every page, except the one for unknown paths, according to its row in the permission table (spec §4,
 * §6, §8). Redirects people without permission to their landing page. A redirect from the home page to the
 * login doesn't show the notice that a session has ended.
 */
async function guard(page: Page | '/$', href: string) {
  // Load a new document, because otherwise the next page would inherit the permission to be shown in a frame.
  if (window.top !== window && page !== framedPage) {
    location.replace(href)
    await new Promise<never>(() => {})
  }
  if (page === '/$' || (pages[page] === 'everyone' && page !== '/login')) return await speakTo(null)
  const me = await whoAmI().catch(async (error: unknown) => {
    await speakTo('unknown')
    throw error
  })
  await speakTo(typeof me === 'string' ? null : me)
  if (typeof me === 'string') {
    if (page === '/login') return
    if (devicePage(page)) {
      toast(sentences.deviceEnded, 'warn')
      throw redirect({ to: '/activate' })
    }
    if (me === 'device_signed_out') throw redirect({ to: '/activate', search: { error: 401 } })
    if (page !== '/') rememberPage({ href, user: null })
    throw redirect({ to: '/login', search: page === '/' ? {} : { error: 401 } })
  }
  openOutbox(me._id, { firstName: me.firstName, pages: me.group === 'students' })
  if (me.group !== null) void keepStorage().catch(() => {})
  if (page === '/login' || page === '/' || !mayOpen(kindOf(me), page)) {
    const requested = page === '/login' ? takeRequestedPage(me._id) : null
    const { pathname, search, hash } = new URL(requested ?? landing(me, chosenCenter(me)), location.origin)
    throw redirect({ to: pathname as '/', search: defaultParseSearch(search), hash: hash.slice(1) })
  }
}

/** The root of all pages: the guard, the toasts, the password dialog, and the error pages. */
export const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <ToastRegion />
      <ReauthRegion />
    </>
  ),
  errorComponent: ({ error }) => (isUnreachable(error) ? <UnreachablePage error={error} /> : <BrokenPage />),
  validateSearch: (search: Record<string, unknown>): { error?: number } =>
    search['error'] === undefined ? {} : { error: Number(search['error']) },
  beforeLoad: ({ matches, location }) => guard(matches.at(-1)?.fullPath as Page | '/$', location.href),
})
