import { createRoute } from '@tanstack/react-router'
import { lazyRouteComponent } from '#web/chunk-error.ts'
import { root } from '#web/root.tsx'
import { staffScreen, staffShell } from '#web/shells.ts'

const devices = createRoute({
  getParentRoute: () => staffShell,
  path: '/devices',
  component: staffScreen(() => import('./DevicesPage.tsx'), 'DevicesPage'),
})

const activate = createRoute({
  getParentRoute: () => root,
  path: '/activate',
  component: lazyRouteComponent(() => import('./ActivatePage.tsx'), 'ActivatePage'),
})

export const staffPages = [devices] as const
export const publicPages = [activate] as const
