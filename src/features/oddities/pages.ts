import { createRoute } from '@tanstack/react-router'
import { staffScreen, staffShell } from '#web/shells.ts'

const odditiesOfCenter = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/oddities',
  validateSearch: ({ show }: Record<string, unknown>): { show?: 'error' | 'warn' | 'info' | 'snoozed' } => ({
    show: show === 'error' || show === 'warn' || show === 'info' || show === 'snoozed' ? show : undefined,
  }),
  component: staffScreen(() => import('./OdditiesPage.tsx'), 'OdditiesPage'),
})

export const staffPages = [odditiesOfCenter] as const
