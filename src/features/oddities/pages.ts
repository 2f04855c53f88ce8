import { createRoute } from '@tanstack/react-router'
import { staffScreen, staffShell } from '#web/shells.ts'

type OdditiesAsked = { show?: unknown; code?: unknown }

const odditiesOfCenter = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/oddities',
  // Validated by the page itself, because families load this file, too.
  validateSearch: (asked: Record<string, unknown>): OdditiesAsked => asked,
  component: staffScreen(() => import('./OdditiesPage.tsx'), 'OdditiesPage'),
})

export const staffPages = [odditiesOfCenter] as const
