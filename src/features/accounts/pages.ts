import { createRoute } from '@tanstack/react-router'
import { lazyRouteComponent } from '#web/chunk-error.ts'
import { searchText } from '#shared/page-search.ts'
import { root } from '#web/root.tsx'
import { familyShell, staffScreen, staffShell } from '#web/shells.ts'

const user = createRoute({
  getParentRoute: () => staffShell,
  path: '/users/$userId',
  component: staffScreen(() => import('./UserPage.tsx'), 'UserPage'),
})

const users = createRoute({
  getParentRoute: () => staffShell,
  path: '/users',
  validateSearch: ({ find }: Record<string, unknown>): { find?: string } => ({ find: searchText(find) }),
  component: staffScreen(() => import('./people/UsersPage.tsx'), 'UsersPage'),
})

const mail = createRoute({
  getParentRoute: () => staffShell,
  path: '/mail',
  component: staffScreen(() => import('./outbox/MailPage.tsx'), 'MailPage'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('./LoginPage.tsx'), 'LoginPage'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./SetupPage.tsx'), 'SetupPage'),
})

const forgetPassword = createRoute({
  getParentRoute: () => root,
  path: '/forget-password',
  component: lazyRouteComponent(() => import('./ForgetPasswordPage.tsx'), 'ForgetPasswordPage'),
})

const passwordReset = createRoute({
  getParentRoute: () => root,
  path: '/password-reset',
  component: lazyRouteComponent(() => import('./PasswordResetPage.tsx'), 'PasswordResetPage'),
})

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  component: lazyRouteComponent(() => import('./email/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
})

const profile = createRoute({
  getParentRoute: () => familyShell,
  path: '/profile/$userId',
  component: lazyRouteComponent(() => import('./ProfilePage.tsx'), 'ProfilePage'),
})

export const staffPages = [user, users, mail] as const
export const familyPages = [profile] as const
export const publicPages = [login, setup, forgetPassword, passwordReset, confirmEmail] as const
