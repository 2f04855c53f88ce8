import { createRoute } from '@tanstack/react-router'
import { staffScreen, staffShell } from '#web/shells.ts'

type RawOdditiesSearch = { show?: unknown; code?: unknown }

const odditiesOfCenter = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/oddities',
  // Validated by the page itself, because families load this file, too.
  validateSearch: (search: Record<string, unknown>): RawOdditiesSearch => search,
  component: staffScreen(() => import('./OdditiesPage.tsx'), 'OdditiesPage'),
})

export const staffPages = [odditiesOfCenter] as const
