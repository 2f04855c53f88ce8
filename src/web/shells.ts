import { createRoute } from '@tanstack/react-router'
import { lazyRouteComponent } from './chunk-error.ts'
import { root } from './root.tsx'

/**
 * Loads a screen for staff or a classroom tablet. The build lists the files of these screens separately,
 * because students never open them. That saves 8 kB on everyone's first load (`vite.config.ts`).
 */
export const staffScreen = lazyRouteComponent

/** Shell of the staff pages. */
export const staffShell = createRoute({
  getParentRoute: () => root,
  id: 'staff',
  component: staffScreen(() => import('./shell/StaffShell.tsx'), 'StaffShell'),
})

/** Shell of the classroom tablet pages. */
export const deviceShell = createRoute({
  getParentRoute: () => root,
  id: 'device',
  component: staffScreen(() => import('#features/classroom/DeviceShell.tsx'), 'DeviceShell'),
})

/** Shell of the student and parent pages. */
export const familyShell = createRoute({
  getParentRoute: () => root,
  id: 'family',
  component: lazyRouteComponent(() => import('#features/family/FamilyShell.tsx'), 'FamilyShell'),
})
