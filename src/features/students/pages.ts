import { createRoute } from '@tanstack/react-router'
import { staffScreen, staffShell } from '#web/shells.ts'

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

/** Layout of the pages about a child's work that are opened from the parent's page. */
export const parentsChild = createRoute({
  getParentRoute: () => staffShell,
  id: 'parents-child',
  component: staffScreen(() => import('./parents/ParentsChild.tsx'), 'ParentsChild'),
})

export const staffPages = [importStudents, parentRecord, award] as const
