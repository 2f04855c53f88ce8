import { createRoute } from '@tanstack/react-router'
import { staffScreen, staffShell } from '#web/shells.ts'

type OdditiesSearch = { show?: 'error' | 'warn' | 'info' | 'snoozed'; code?: string }

const odditiesOfCenter = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/oddities',
  validateSearch: ({ show, code }: Record<string, unknown>): OdditiesSearch => ({
    show: show === 'error' || show === 'warn' || show === 'info' || show === 'snoozed' ? show : undefined,
    // Not validated here, because the list of kinds would then be part of everybody's first load.
    code: typeof code === 'string' ? code : undefined,
  }),
  component: staffScreen(() => import('./OdditiesPage.tsx'), 'OdditiesPage'),
})

export const staffPages = [odditiesOfCenter] as const
