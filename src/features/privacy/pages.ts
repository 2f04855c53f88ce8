import { createRoute } from '@tanstack/react-router'
import { staffScreen, staffShell } from '#web/shells.ts'

const privacy = createRoute({
  getParentRoute: () => staffShell,
  path: '/privacy',
  component: staffScreen(() => import('./retention/PrivacyPage.tsx'), 'PrivacyPage'),
})

export const staffPages = [privacy] as const
