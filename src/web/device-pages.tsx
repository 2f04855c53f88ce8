import { createRoute } from '@tanstack/react-router'
import { lazyRouteComponent } from './chunk-error.ts'
import { root } from './root.tsx'

const device = createRoute({
  getParentRoute: () => root,
  id: 'device',
  component: lazyRouteComponent(() => import('#features/classroom/DeviceShell.tsx'), 'DeviceShell'),
})
const chooser = createRoute({
  getParentRoute: () => device,
  path: '/classroom',
  component: lazyRouteComponent(() => import('#features/classroom/ClassroomPage.tsx'), 'ClassroomPage'),
})

const classes = lazyRouteComponent(() => import('#features/classroom/ClassroomPage.tsx'), 'ClassesPage')
const klass = lazyRouteComponent(() => import('#features/classroom/ClassPage.tsx'), 'ClassPage')
const student = lazyRouteComponent(() => import('#features/classroom/ClassStudentPage.tsx'), 'ClassStudentPage')
const homework = lazyRouteComponent(() => import('#features/practice/review/GivenHomeworkPage.tsx'), 'GivenHomeworkPage')
const homeworkQuestion = lazyRouteComponent(() => import('#features/grading/GivenQuestionPage.tsx'), 'GivenHomeworkQuestionPage')
const testQuestion = lazyRouteComponent(() => import('#features/grading/GivenQuestionPage.tsx'), 'GivenTestQuestionPage')
const assessmentQuestion = lazyRouteComponent(() => import('#features/grading/GivenQuestionPage.tsx'), 'GivenAssessmentQuestionPage')

type View = { tab?: 'answers' | 'attendance' | 'students' }
const view = ({ tab }: Record<string, unknown>): View => (tab === 'answers' || tab === 'attendance' ? { tab } : {})

/** Spec §2: the classroom of a teacher or an assistant, and what is deeper in it. */
const seatPages = <S extends 'teachers' | 'tas'>(seat: S) =>
  [
    createRoute({ getParentRoute: () => device, path: `/centers/$centerId/${seat}/$userId/classroom`, component: classes }),
    createRoute({
      getParentRoute: () => device,
      path: `/centers/$centerId/${seat}/$userId/classroom/$classId`,
      validateSearch: view,
      component: klass,
    }),
    createRoute({
      getParentRoute: () => device,
      path: `/centers/$centerId/${seat}/$userId/classroom/$classId/students/$studentId`,
      component: student,
    }),
    createRoute({
      getParentRoute: () => device,
      path: `/centers/$centerId/${seat}/$userId/classroom/$classId/students/$studentId/homework/$hwId/sections`,
      component: homework,
    }),
    createRoute({
      getParentRoute: () => device,
      path: `/centers/$centerId/${seat}/$userId/classroom/$classId/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum`,
      component: homeworkQuestion,
    }),
    createRoute({
      getParentRoute: () => device,
      path: `/centers/$centerId/${seat}/$userId/classroom/$classId/students/$studentId/tests/$testId/questions/$quesNum`,
      component: testQuestion,
    }),
    createRoute({
      getParentRoute: () => device,
      path: `/centers/$centerId/${seat}/$userId/classroom/$classId/students/$studentId/assessments/$assessmentId/questions/$quesNum`,
      component: assessmentQuestion,
    }),
  ] as const

const grading = createRoute({
  getParentRoute: () => device,
  path: '/centers/$centerId/$role/$userId/grading',
  component: lazyRouteComponent(() => import('#features/classroom/DeviceGradingPage.tsx'), 'DeviceGradingPage'),
})

/** The pages of a classroom's device, within their shell. */
export const devicePages = device.addChildren([chooser, grading, ...seatPages('teachers'), ...seatPages('tas')])
