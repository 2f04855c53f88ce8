import { createRoute } from '@tanstack/react-router'
import { dayInAddress } from '#shared/page-search.ts'
import { registerKind } from '#web/outbox.ts'
import { staffScreen, staffShell } from '#web/shells.ts'
import { toast } from '#web/toast.tsx'

registerKind('mark', {
  // Unsent marks expire after a week. By then, only managers may change attendance, and may have corrected
  // it.
  lasts: 7 * 86_400_000,
  onRefused: (why) => toast(why, 'error'),
})

const attendance = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/attendance',
  validateSearch: dayInAddress,
  component: staffScreen(() => import('./AttendancePage.tsx'), 'AttendancePage'),
})

export const staffPages = [attendance] as const
