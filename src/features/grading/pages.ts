import { createRoute } from '@tanstack/react-router'
import { parentsChild } from '#features/students/pages.ts'
import { staffScreen, staffShell } from '#web/shells.ts'

const grading = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/grading',
  // The page itself validates the search, because families load this file, too.
  validateSearch: (search: Record<string, unknown>): { classId?: unknown; subject?: unknown } => search,
  component: staffScreen(() => import('./GradingPage.tsx'), 'GradingPage'),
})

const givenQuestion = staffScreen(() => import('./GivenQuestionPage.tsx'), 'GivenQuestionPage')

/** Pages of a student's work under the attendance pages, with or without a class in the URL (spec §2). */
const attendedWork = [
  createRoute({
    getParentRoute: () => staffShell,
    path: '/centers/$centerId/attendance/{-$classId}/students/$studentId/assessments/$assessmentId/questions/$quesNum',
    component: givenQuestion,
  }),
  createRoute({
    getParentRoute: () => staffShell,
    path: '/centers/$centerId/attendance/{-$classId}/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum',
    component: givenQuestion,
  }),
  createRoute({
    getParentRoute: () => staffShell,
    path: '/centers/$centerId/attendance/{-$classId}/students/$studentId/tests/$testId/questions/$quesNum',
    component: givenQuestion,
  }),
] as const

export const parentsChildPages = [
  createRoute({
    getParentRoute: () => parentsChild,
    path: '/centers/$centerId/parents/$parentId/students/$studentId/assessments/$assessmentId/questions/$quesNum',
    component: givenQuestion,
  }),
  createRoute({
    getParentRoute: () => parentsChild,
    path: '/centers/$centerId/parents/$parentId/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum',
    component: givenQuestion,
  }),
  createRoute({
    getParentRoute: () => parentsChild,
    path: '/centers/$centerId/parents/$parentId/students/$studentId/tests/$testId/questions/$quesNum',
    component: givenQuestion,
  }),
] as const

export const staffPages = [grading, ...attendedWork] as const
