import { createRoute } from '@tanstack/react-router'
import { printSearch } from './choosing/print-search.ts'
import { staffScreen, staffShell } from '#web/shells.ts'

const print = createRoute({
  getParentRoute: () => staffShell,
  path: '/bc-print',
  validateSearch: printSearch,
  component: staffScreen(() => import('./PrintPage.tsx'), 'PrintPage'),
})

export const staffPages = [print] as const
