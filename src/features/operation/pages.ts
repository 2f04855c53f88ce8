import { createRoute } from '@tanstack/react-router'
import { staffScreen, staffShell } from '#web/shells.ts'

const operation = createRoute({
  getParentRoute: () => staffShell,
  path: '/operation',
  component: staffScreen(() => import('./OperationPage.tsx'), 'OperationPage'),
})

export const staffPages = [operation] as const
