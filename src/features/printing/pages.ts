import { createRoute } from '@tanstack/react-router'
import type { PrintAsked } from './choosing/print-search.ts'
import { staffScreen, staffShell } from '#web/shells.ts'

const print = createRoute({
  getParentRoute: () => staffShell,
  path: '/bc-print',
  // Validated by the page itself, because families load this file, too.
  validateSearch: (asked: Record<string, unknown>): PrintAsked => asked,
  component: staffScreen(() => import('./PrintPage.tsx'), 'PrintPage'),
})

export const staffPages = [print] as const
