import { createRoute, createRouter } from '@tanstack/react-router'
import { devicePages } from './device-pages.tsx'
import { startAtHeading } from './heading.ts'
import { lazyRouteComponent } from './chunk-error.ts'
import { root } from './root.tsx'
import { staffPages } from './staff-pages.tsx'

const family = createRoute({
  getParentRoute: () => root,
  id: 'family',
  component: lazyRouteComponent(() => import('#features/family/FamilyShell.tsx'), 'FamilyShell'),
})

const home = createRoute({ getParentRoute: () => root, path: '/' })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('#features/accounts/LoginPage.tsx'), 'LoginPage'),
})
const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('#features/accounts/SetupPage.tsx'), 'SetupPage'),
})
const forgetPassword = createRoute({
  getParentRoute: () => root,
  path: '/forget-password',
  component: lazyRouteComponent(() => import('#features/accounts/ForgetPasswordPage.tsx'), 'ForgetPasswordPage'),
})
const passwordReset = createRoute({
  getParentRoute: () => root,
  path: '/password-reset',
  component: lazyRouteComponent(() => import('#features/accounts/PasswordResetPage.tsx'), 'PasswordResetPage'),
})
const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  component: lazyRouteComponent(() => import('#features/accounts/email/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
})
const activate = createRoute({
  getParentRoute: () => root,
  path: '/activate',
  component: lazyRouteComponent(() => import('#features/devices/ActivatePage.tsx'), 'ActivatePage'),
})
const publicPages = [home, login, setup, forgetPassword, passwordReset, confirmEmail, activate] as const
const student = createRoute({
  getParentRoute: () => family,
  path: '/student',
  component: lazyRouteComponent(() => import('#features/overview/StudentHomePage.tsx'), 'StudentHomePage'),
})
const homework = createRoute({
  getParentRoute: () => family,
  path: '/student/homework/$hwId/sections',
  component: lazyRouteComponent(() => import('#features/practice/HomeworkPage.tsx'), 'HomeworkPage'),
})
const question = createRoute({
  getParentRoute: () => family,
  path: '/student/homework/$hwId/sections/$sectionNum/questions/$quesNum',
  component: lazyRouteComponent(() => import('#features/practice/QuestionPage.tsx'), 'HomeworkQuestionPage'),
})
const assessmentQuestion = createRoute({
  getParentRoute: () => family,
  path: '/student/assessments/$assessmentId/questions/$quesNum',
  component: lazyRouteComponent(() => import('#features/practice/QuestionPage.tsx'), 'AssessmentQuestionPage'),
})
const testQuestion = createRoute({
  getParentRoute: () => family,
  path: '/student/tests/$testId/questions/$quesNum',
  component: lazyRouteComponent(() => import('#features/practice/QuestionPage.tsx'), 'TestQuestionPage'),
})
const profile = createRoute({
  getParentRoute: () => family,
  path: '/profile/$userId',
  component: lazyRouteComponent(() => import('#features/accounts/ProfilePage.tsx'), 'ProfilePage'),
})
const parent = createRoute({
  getParentRoute: () => family,
  path: '/parent',
  component: lazyRouteComponent(() => import('#features/family/ParentPage.tsx'), 'ParentPage'),
})
const child = createRoute({
  getParentRoute: () => family,
  path: '/parent/students/$studentId',
  component: lazyRouteComponent(() => import('#features/overview/ChildPage.tsx'), 'ChildPage'),
})
const childRecord = createRoute({
  getParentRoute: () => family,
  path: '/parent/students/$studentId/record',
  component: lazyRouteComponent(() => import('#features/overview/record/ChildRecordPage.tsx'), 'ChildRecordPage'),
})
const childHomework = createRoute({
  getParentRoute: () => family,
  path: '/parent/students/$studentId/homework/$hwId/sections',
  component: lazyRouteComponent(() => import('#features/family/ChildHomeworkPage.tsx'), 'ChildHomeworkPage'),
})
const childHomeworkQuestion = createRoute({
  getParentRoute: () => family,
  path: '/parent/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum',
  component: lazyRouteComponent(() => import('#features/family/ChildQuestionPage.tsx'), 'ChildHomeworkQuestionPage'),
})
const childAssessmentQuestion = createRoute({
  getParentRoute: () => family,
  path: '/parent/students/$studentId/assessments/$assessmentId/questions/$quesNum',
  component: lazyRouteComponent(() => import('#features/family/ChildQuestionPage.tsx'), 'ChildAssessmentQuestionPage'),
})
const childReport = createRoute({
  getParentRoute: () => family,
  path: '/parent/students/$studentId/assessments/$assessmentId/report',
  component: lazyRouteComponent(() => import('#features/family/ChildReportPage.tsx'), 'ChildReportPage'),
})
const childTestQuestion = createRoute({
  getParentRoute: () => family,
  path: '/parent/students/$studentId/tests/$testId/questions/$quesNum',
  component: lazyRouteComponent(() => import('#features/family/ChildQuestionPage.tsx'), 'ChildTestQuestionPage'),
})
const ownAward = createRoute({
  getParentRoute: () => family,
  path: '/student/awards/$awardId',
  component: lazyRouteComponent(() => import('#features/family/AwardPages.tsx'), 'OwnAwardPage'),
})
const childAward = createRoute({
  getParentRoute: () => family,
  path: '/parent/students/$studentId/awards/$awardId',
  component: lazyRouteComponent(() => import('#features/family/AwardPages.tsx'), 'ChildAwardPage'),
})
const familyPages = [
  ownAward,
  childAward,
  profile,
  student,
  homework,
  question,
  assessmentQuestion,
  testQuestion,
  parent,
  child,
  childRecord,
  childHomework,
  childHomeworkQuestion,
  childAssessmentQuestion,
  childReport,
  childTestQuestion,
] as const

export const router = createRouter({
  routeTree: root.addChildren([...publicPages, devicePages, staffPages, family.addChildren([...familyPages])]),
  defaultPreload: 'intent',
  scrollRestoration: false,
})

/** A new page starts at its top, 200 ms after it came (spec §9); not when somebody is at work on it by then, whose aim it would move away. */
const scrollDelayMs = 200
router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
  if (!pathChanged) return
  const timer = setTimeout(() => window.scrollTo({ top: 0 }), scrollDelayMs)
  for (const action of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(action, () => clearTimeout(timer), { once: true, capture: true, passive: true })
  if (fromLocation) startAtHeading()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
