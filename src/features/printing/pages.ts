import { createRoute } from '@tanstack/react-router'
import type { PrintQuery } from './choosing/print-search.ts'
import { staffScreen, staffShell } from '#web/shells.ts'

/**
 * The pages validate the search themselves, because families also load this file and don't need the schema
 * library.
 */
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
