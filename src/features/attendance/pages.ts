import { createRoute } from '@tanstack/react-router'
import { dayInAddress } from '#web/page-search.ts'
import { staffScreen, staffShell } from '#web/shells.ts'

const attendance = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/attendance',
  validateSearch: dayInAddress,
  component: staffScreen(() => import('./AttendancePage.tsx'), 'AttendancePage'),
})

const roll = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/attendance/$classId',
  validateSearch: dayInAddress,
  component: staffScreen(() => import('./AttendancePage.tsx'), 'RollPage'),
})

export const staffPages = [attendance, roll] as const
