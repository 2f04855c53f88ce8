import { createRoute } from '@tanstack/react-router'
import { lazyRouteComponent } from './chunk-error.ts'
import { root } from './root.tsx'

/** The staff's shell, which their pages stand in. */
export const staff = createRoute({
  getParentRoute: () => root,
  id: 'staff',
  component: lazyRouteComponent(() => import('./shell/StaffShell.tsx'), 'StaffShell'),
})
