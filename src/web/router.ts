import { createRouter } from '@tanstack/react-router'
import { startAtHeading } from './heading.ts'
import { routeTree } from './pages.ts'

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: false,
})

/**
 * Delay in ms before a new page scrolls to its top (spec §9). It doesn't scroll if the user acts first,
 * because scrolling would move the target.
 */
const scrollDelayMs = 200
router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
  if (!pathChanged) return
  const timer = toLocation.hash ? undefined : setTimeout(() => window.scrollTo({ top: 0 }), scrollDelayMs)
  for (const action of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(action, () => clearTimeout(timer), { once: true, capture: true, passive: true })
  if (fromLocation) startAtHeading()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
