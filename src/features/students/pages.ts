import { createRoute } from '@tanstack/react-router'
import { searchText } from '#web/page-search.ts'
import { staffScreen, staffShell } from '#web/shells.ts'

const students = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/students',
  validateSearch: ({ filter, find, view }: Record<string, unknown>): { filter?: number; find?: string; view?: 'board' } => ({
    filter: filter === 1 || filter === 2 ? filter : undefined,
    find: searchText(find),
    view: view === 'board' ? view : undefined,
  }),
  component: staffScreen(() => import('./StudentsPage.tsx'), 'StudentsPage'),
})

const importStudents = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/students/import',
  component: staffScreen(() => import('./import/ImportPage.tsx'), 'ImportPage'),
})

const parentRecord = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/parents/$parentId',
  component: staffScreen(() => import('./parents/ParentPage.tsx'), 'ParentPage'),
})

const award = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/students/$studentId/awards/$awardId',
  component: staffScreen(() => import('./awards/AwardPage.tsx'), 'AwardPage'),
})

/** Layout of a child's work under one of the parents; refuses a student who isn't that parent's child. */
export const parentsChild = createRoute({
  getParentRoute: () => staffShell,
  id: 'parents-child',
  component: staffScreen(() => import('./parents/ParentsChild.tsx'), 'ParentsChild'),
})

export const staffPages = [students, importStudents, parentRecord, award] as const
