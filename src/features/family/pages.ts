import { createRoute } from '@tanstack/react-router'
import { lazyRouteComponent } from '#web/chunk-error.ts'
import { root } from '#web/root.tsx'
import { familyShell } from '#web/shells.ts'

const parent = createRoute({
  getParentRoute: () => familyShell,
  path: '/parent',
  component: lazyRouteComponent(() => import('./ParentPage.tsx'), 'ParentPage'),
})

const parentMakeUps = createRoute({
  getParentRoute: () => familyShell,
  path: '/parent/makeups',
  component: lazyRouteComponent(() => import('./makeups/MakeUpsPage.tsx'), 'MakeUpsPage'),
})

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe/$token',
  component: lazyRouteComponent(() => import('./subscriptions/UnsubscribePage.tsx'), 'UnsubscribePage'),
})

const childMakeUp = createRoute({
  getParentRoute: () => familyShell,
  path: '/parent/students/$studentId/makeups/$creditId',
  component: lazyRouteComponent(() => import('./makeups/ClassChoicePage.tsx'), 'ClassChoicePage'),
})

const childHomework = createRoute({
  getParentRoute: () => familyShell,
  path: '/parent/students/$studentId/homework/$hwId/sections',
  component: lazyRouteComponent(() => import('./ChildHomeworkPage.tsx'), 'ChildHomeworkPage'),
})

const childHomeworkQuestion = createRoute({
  getParentRoute: () => familyShell,
  path: '/parent/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum',
  component: lazyRouteComponent(() => import('./ChildQuestionPage.tsx'), 'ChildQuestionPage'),
})

const childAssessmentQuestion = createRoute({
  getParentRoute: () => familyShell,
  path: '/parent/students/$studentId/assessments/$assessmentId/questions/$quesNum',
  component: lazyRouteComponent(() => import('./ChildQuestionPage.tsx'), 'ChildQuestionPage'),
})

const childReport = createRoute({
  getParentRoute: () => familyShell,
  path: '/parent/students/$studentId/assessments/$assessmentId/report',
  component: lazyRouteComponent(() => import('./ChildReportPage.tsx'), 'ChildReportPage'),
})

const childTestQuestion = createRoute({
  getParentRoute: () => familyShell,
  path: '/parent/students/$studentId/tests/$testId/questions/$quesNum',
  component: lazyRouteComponent(() => import('./ChildQuestionPage.tsx'), 'ChildQuestionPage'),
})

const ownAward = createRoute({
  getParentRoute: () => familyShell,
  path: '/student/awards/$awardId',
  component: lazyRouteComponent(() => import('./AwardPages.tsx'), 'OwnAwardPage'),
})

const childAward = createRoute({
  getParentRoute: () => familyShell,
  path: '/parent/students/$studentId/awards/$awardId',
  component: lazyRouteComponent(() => import('./AwardPages.tsx'), 'ChildAwardPage'),
})

export const familyPages = [
  parent,
  parentMakeUps,
  childMakeUp,
  childHomework,
  childHomeworkQuestion,
  childAssessmentQuestion,
  childReport,
  childTestQuestion,
  ownAward,
  childAward,
] as const

export const publicPages = [unsubscribe] as const
