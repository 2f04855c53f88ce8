import { createRoute } from '@tanstack/react-router'
import { parentsChild } from '#features/students/pages.ts'
import { lazyRouteComponent } from '#web/chunk-error.ts'
import { registerKind } from '#web/outbox.ts'
import { familyShell, staffScreen, staffShell } from '#web/shells.ts'

registerKind('answer', {
  // An earlier answer was refused and will never arrive, so this one gets its `seq`.
  repair: (input, { more }) => {
    const seq = Number(more['answers']) + 1
    return seq < Number(input['seq']) ? { ...input, seq } : null
  },
})

const homework = createRoute({
  getParentRoute: () => familyShell,
  path: '/student/homework/$hwId/sections',
  component: lazyRouteComponent(() => import('./HomeworkPage.tsx'), 'HomeworkPage'),
})

const report = staffScreen(() => import('./report/ReportPage.tsx'), 'ReportPage')
const givenHomework = staffScreen(() => import('./review/GivenHomeworkPage.tsx'), 'GivenHomeworkPage')

/** Pages about a student's work under `attendance`. The URL may omit the class (spec §2). */
const attendedWork = [
  createRoute({
    getParentRoute: () => staffShell,
    path: '/centers/$centerId/attendance/{-$classId}/students/$studentId/assessments/$assessmentId/report',
    component: report,
  }),
  createRoute({
    getParentRoute: () => staffShell,
    path: '/centers/$centerId/attendance/{-$classId}/students/$studentId/homework/$hwId/sections',
    component: givenHomework,
  }),
] as const

export const parentsChildPages = [
  createRoute({
    getParentRoute: () => parentsChild,
    path: '/centers/$centerId/parents/$parentId/students/$studentId/assessments/$assessmentId/report',
    component: report,
  }),
  createRoute({
    getParentRoute: () => parentsChild,
    path: '/centers/$centerId/parents/$parentId/students/$studentId/homework/$hwId/sections',
    component: givenHomework,
  }),
] as const

export const staffPages = attendedWork
export const familyPages = [homework] as const
