import { createRoute } from '@tanstack/react-router'
import { staffScreen, staffShell } from '#web/shells.ts'

type RawOdditiesSearch = { show?: unknown; code?: unknown }

const odditiesOfCenter = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/oddities',
  // The page itself validates the search parameters, because families also load this file and don't need the
  // schema library.
  validateSearch: (search: Record<string, unknown>): RawOdditiesSearch => search,
  component: staffScreen(() => import('./OdditiesPage.tsx'), 'OdditiesPage'),
})

export const staffPages = [odditiesOfCenter] as const
