import { createRoute } from '@tanstack/react-router'
import type { PrintQuery } from './choosing/print-search.ts'
import { staffScreen, staffShell } from '#web/shells.ts'

/** Validated by the pages themselves, because families load this file, too. */
const validateSearch = (search: Record<string, unknown>): PrintQuery => search

const print = createRoute({
  getParentRoute: () => staffShell,
  path: '/bc-print',
  validateSearch,
  component: staffScreen(() => import('./PrintPage.tsx'), 'PrintPage'),
})

const worksheet = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/worksheets/$workId',
  validateSearch,
  component: staffScreen(() => import('./worksheets/WorksheetPage.tsx'), 'WorksheetPage'),
})

const scan = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/worksheet-pages/{-$pageId}',
  component: staffScreen(() => import('./scanning/ScanPage.tsx'), 'ScanPage'),
})

export const staffPages = [print, worksheet, scan] as const
