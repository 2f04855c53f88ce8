import { createRoute } from '@tanstack/react-router'
import { staffScreen, staffShell } from '#web/shells.ts'

const emailsOfCenter = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/emails',
  component: staffScreen(() => import('./EmailsPage.tsx'), 'EmailsPage'),
})

export const staffPages = [emailsOfCenter] as const
