import { createRoute } from '@tanstack/react-router'
import { dayInAddress } from '#web/page-search.ts'
import { staffScreen, staffShell } from '#web/shells.ts'

const attendance = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/attendance',
  validateSearch: dayInAddress,
  component: staffScreen(() => import('./AttendancePage.tsx'), 'AttendancePage'),
})

export const staffPages = [attendance] as const
