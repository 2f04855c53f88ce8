import { createRoute } from '@tanstack/react-router'
import { lazyRouteComponent } from '#web/chunk-error.ts'
import { root } from '#web/root.tsx'

const form = createRoute({
  getParentRoute: () => root,
  path: '/trial/$centerId',
  component: lazyRouteComponent(() => import('./TrialFormPage.tsx'), 'TrialFormPage'),
})

const confirmation = createRoute({
  getParentRoute: () => root,
  path: '/confirm-trial',
  component: lazyRouteComponent(() => import('./ConfirmTrialPage.tsx'), 'ConfirmTrialPage'),
})

export const publicPages = [form, confirmation] as const
