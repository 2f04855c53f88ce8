import { createRoute } from '@tanstack/react-router'
import { lazyRouteComponent } from './chunk-error.ts'
import { root } from './root.tsx'

/**
 * A screen of staff or of a classroom's tablet. The build lists where these lie in a file of their own, because a student opens none of them: 8 kB less in
 * everybody's first load (`vite.config.ts`).
 */
export const staffScreen = lazyRouteComponent

/** Shell of the staff's pages. */
export const staffShell = createRoute({
  getParentRoute: () => root,
  id: 'staff',
  component: staffScreen(() => import('./shell/StaffShell.tsx'), 'StaffShell'),
})

/** Shell of a classroom tablet's pages. */
export const deviceShell = createRoute({
  getParentRoute: () => root,
  id: 'device',
  component: staffScreen(() => import('#features/classroom/DeviceShell.tsx'), 'DeviceShell'),
})

/** Shell of the pages of students and parents. */
export const familyShell = createRoute({
  getParentRoute: () => root,
  id: 'family',
  component: lazyRouteComponent(() => import('#features/family/FamilyShell.tsx'), 'FamilyShell'),
})
