import { createRoute } from '@tanstack/react-router'
import { subjects } from '#features/centers/subjects.ts'
import type { Subject } from '#features/centers/rules.ts'
import { searchText } from '#shared/page-search.ts'
import { staffScreen, staffShell } from '#web/shells.ts'

type ClassSearch = { find?: string; subject?: Subject; view?: 'week'; ended?: true }
const scheduler = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/scheduler',
  component: staffScreen(() => import('./SchedulerPage.tsx'), 'SchedulerPage'),
})

const classes = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/classes',
  validateSearch: ({ find, subject, view, ended }: Record<string, unknown>): ClassSearch => ({
    find: searchText(find),
    subject: subjects.find((each) => each === subject),
    view: view === 'week' ? view : undefined,
    ended: ended === true || undefined,
  }),
  component: staffScreen(() => import('./classes/ClassesPage.tsx'), 'ClassesPage'),
})

const tableImport = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/import/$kind',
  component: staffScreen(() => import('./import/TableImportPage.tsx'), 'TableImportPage'),
})

export const staffPages = [scheduler, classes, tableImport] as const
