import { createRoute } from '@tanstack/react-router'
import { deviceShell, staffScreen } from '#web/shells.ts'

const chooser = createRoute({
  getParentRoute: () => deviceShell,
  path: '/classroom',
  component: staffScreen(() => import('./ClassroomPage.tsx'), 'ClassroomPage'),
})

const classes = staffScreen(() => import('./ClassroomPage.tsx'), 'ClassesPage')
const klass = staffScreen(() => import('./ClassPage.tsx'), 'ClassPage')
const student = staffScreen(() => import('./ClassStudentPage.tsx'), 'ClassStudentPage')
const homework = staffScreen(
  () => import('#features/practice/review/GivenHomeworkPage.tsx'),
  'GivenHomeworkPage',
)
const question = staffScreen(() => import('#features/grading/GivenQuestionPage.tsx'), 'GivenQuestionPage')

type View = { tab?: 'answers' | 'attendance' | 'students' }
const view = ({ tab }: Record<string, unknown>): View =>
  tab === 'answers' || tab === 'attendance' ? { tab } : {}

/**
 * Creates the routes for the classroom of a teacher or an assistant, and the pages below it (spec §2). A
 * student's pages also exist without a class.
 */
const seatPages = <S extends 'teachers' | 'tas'>(seat: S) =>
  [
    createRoute({
      getParentRoute: () => deviceShell,
      path: `/centers/$centerId/${seat}/$userId/classroom`,
      component: classes,
    }),
    createRoute({
      getParentRoute: () => deviceShell,
      path: `/centers/$centerId/${seat}/$userId/classroom/$classId`,
      validateSearch: view,
      component: klass,
    }),
    createRoute({
      getParentRoute: () => deviceShell,
      path: `/centers/$centerId/${seat}/$userId/classroom/{-$classId}/students/$studentId`,
      component: student,
    }),
    createRoute({
      getParentRoute: () => deviceShell,
      path: `/centers/$centerId/${seat}/$userId/classroom/{-$classId}/students/$studentId/homework/$hwId/sections`,
      component: homework,
    }),
    createRoute({
      getParentRoute: () => deviceShell,
      path: `/centers/$centerId/${seat}/$userId/classroom/{-$classId}/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum`,
      component: question,
    }),
    createRoute({
      getParentRoute: () => deviceShell,
      path: `/centers/$centerId/${seat}/$userId/classroom/{-$classId}/students/$studentId/tests/$testId/questions/$quesNum`,
      component: question,
    }),
    createRoute({
      getParentRoute: () => deviceShell,
      path: `/centers/$centerId/${seat}/$userId/classroom/{-$classId}/students/$studentId/assessments/$assessmentId/questions/$quesNum`,
      component: question,
    }),
  ] as const

const grading = createRoute({
  getParentRoute: () => deviceShell,
  path: '/centers/$centerId/$role/$userId/grading',
  component: staffScreen(() => import('./DeviceGradingPage.tsx'), 'DeviceGradingPage'),
})

export const devicePages = [chooser, grading, ...seatPages('teachers'), ...seatPages('tas')] as const
