import { createRouter } from '@tanstack/react-router'
import { startAtHeading } from './heading.ts'
import { routeTree } from './pages.ts'

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: false,
})

/** A new page starts at its top, 200 ms after it came (spec §9); not when somebody is at work on it by then, whose aim it would move away. */
const scrollDelayMs = 200
router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
  if (!pathChanged) return
  const timer = setTimeout(() => window.scrollTo({ top: 0 }), scrollDelayMs)
  for (const action of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(action, () => clearTimeout(timer), { once: true, capture: true, passive: true })
  if (fromLocation) startAtHeading()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
