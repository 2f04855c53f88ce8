import { createRoute } from '@tanstack/react-router'
import { staffScreen, staffShell } from '#web/shells.ts'

const centers = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers',
  component: staffScreen(() => import('./CentersPage.tsx'), 'CentersPage'),
})

export const staffPages = [centers] as const
