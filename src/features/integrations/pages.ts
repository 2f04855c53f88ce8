import { createRoute } from '@tanstack/react-router'
import { staffScreen, staffShell } from '#web/shells.ts'

const integrations = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/settings/integrations',
  component: staffScreen(() => import('./IntegrationsPage.tsx'), 'IntegrationsPage'),
})

export const staffPages = [integrations] as const
