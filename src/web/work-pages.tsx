import { createRoute } from '@tanstack/react-router'
import { lazyRouteComponent } from './chunk-error.ts'
import { staff } from './staff.tsx'

const givenAssessmentQuestion = lazyRouteComponent(() => import('#features/grading/GivenQuestionPage.tsx'), 'GivenAssessmentQuestionPage')
const report = lazyRouteComponent(() => import('#features/practice/report/ReportPage.tsx'), 'ReportPage')
const givenHomework = lazyRouteComponent(() => import('#features/practice/review/GivenHomeworkPage.tsx'), 'GivenHomeworkPage')
const givenHomeworkQuestion = lazyRouteComponent(() => import('#features/grading/GivenQuestionPage.tsx'), 'GivenHomeworkQuestionPage')
const givenTestQuestion = lazyRouteComponent(() => import('#features/grading/GivenQuestionPage.tsx'), 'GivenTestQuestionPage')
/** Spec §2: what is deeper than a student under attendance; the class may be left out of the address. */
const attendedWork = [
  createRoute({
    getParentRoute: () => staff,
    path: '/centers/$centerId/attendance/{-$classId}/students/$studentId/assessments/$assessmentId/questions/$quesNum',
    component: givenAssessmentQuestion,
  }),
  createRoute({
    getParentRoute: () => staff,
    path: '/centers/$centerId/attendance/{-$classId}/students/$studentId/assessments/$assessmentId/report',
    component: report,
  }),
  createRoute({
    getParentRoute: () => staff,
    path: '/centers/$centerId/attendance/{-$classId}/students/$studentId/homework/$hwId/sections',
    component: givenHomework,
  }),
  createRoute({
    getParentRoute: () => staff,
    path: '/centers/$centerId/attendance/{-$classId}/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum',
    component: givenHomeworkQuestion,
  }),
  createRoute({
    getParentRoute: () => staff,
    path: '/centers/$centerId/attendance/{-$classId}/students/$studentId/tests/$testId/questions/$quesNum',
    component: givenTestQuestion,
  }),
] as const
/** The same under a parent, of whom the student must be a child. */
const ofParent = createRoute({
  getParentRoute: () => staff,
  id: 'parents-child',
  component: lazyRouteComponent(() => import('#features/students/parents/ParentsChild.tsx'), 'ParentsChild'),
})
const childsWork = [
  createRoute({
    getParentRoute: () => ofParent,
    path: '/centers/$centerId/parents/$parentId/students/$studentId/assessments/$assessmentId/questions/$quesNum',
    component: givenAssessmentQuestion,
  }),
  createRoute({
    getParentRoute: () => ofParent,
    path: '/centers/$centerId/parents/$parentId/students/$studentId/assessments/$assessmentId/report',
    component: report,
  }),
  createRoute({
    getParentRoute: () => ofParent,
    path: '/centers/$centerId/parents/$parentId/students/$studentId/homework/$hwId/sections',
    component: givenHomework,
  }),
  createRoute({
    getParentRoute: () => ofParent,
    path: '/centers/$centerId/parents/$parentId/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum',
    component: givenHomeworkQuestion,
  }),
  createRoute({
    getParentRoute: () => ofParent,
    path: '/centers/$centerId/parents/$parentId/students/$studentId/tests/$testId/questions/$quesNum',
    component: givenTestQuestion,
  }),
] as const

/** Every page of a student's work, in both trees. */
export const workPages = [...attendedWork, ofParent.addChildren(childsWork)] as const
