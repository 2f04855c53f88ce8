import { createRoute } from '@tanstack/react-router'
import type { AuditFilter } from '#features/history/audit/audit-filter.ts'
import type { RangeSearch } from './all-centers/ranges.ts'
import type { RawStudentSearch } from '#features/students/student-search.ts'
import { lazyRouteComponent } from '#web/chunk-error.ts'
import { dayInAddress } from '#shared/page-search.ts'
import { familyShell, staffScreen, staffShell } from '#web/shells.ts'

const studentAttendance = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/attendance/{-$classId}/students/$studentId',
  validateSearch: ({ all, ...search }: Record<string, unknown>): { all?: true; on?: string } => ({
    ...dayInAddress(search),
    all: all === true || undefined,
  }),
  component: staffScreen(() => import('./StudentAttendancePage.tsx'), 'StudentAttendancePage'),
})

const allCenters = createRoute({
  getParentRoute: () => staffShell,
  path: '/all-centers',
  // The page itself validates the search parameters, like the page of the audit log.
  validateSearch: (search: Record<string, unknown>): RangeSearch & { sort?: string; down?: true } => search,
  component: staffScreen(() => import('./all-centers/AllCentersPage.tsx'), 'AllCentersPage'),
})

const center = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId',
  component: staffScreen(() => import('./CenterPage.tsx'), 'CenterPage'),
})

const oneClass = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/classes/$classId',
  component: staffScreen(() => import('./ClassPage.tsx'), 'ClassPage'),
})

const studentOfParent = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/parents/$parentId/students/$studentId',
  component: staffScreen(() => import('./ParentStudentPage.tsx'), 'ParentStudentPage'),
})

const studentProfile = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/students/$studentId',
  component: staffScreen(() => import('./StudentPage.tsx'), 'StudentPage'),
})

const staffOfCenter = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/staff',
  component: staffScreen(() => import('./StaffPage.tsx'), 'StaffPage'),
})

const centerSettings = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/settings',
  component: staffScreen(() => import('./SettingsPage.tsx'), 'SettingsPage'),
})

const studentRecord = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/students/$studentId/record',
  component: staffScreen(() => import('./record/StudentRecordPage.tsx'), 'StudentRecordPage'),
})

const changes = createRoute({
  getParentRoute: () => staffShell,
  path: '/audit',
  // The page itself validates the search parameters, because code that depends on the schema library must not
  // be part of everybody's first load.
  validateSearch: (search: Record<string, unknown>): AuditFilter => search,
  component: staffScreen(() => import('./AuditPage.tsx'), 'AuditPage'),
})

const student = createRoute({
  getParentRoute: () => familyShell,
  path: '/student',
  component: lazyRouteComponent(() => import('./StudentHomePage.tsx'), 'StudentHomePage'),
})

const child = createRoute({
  getParentRoute: () => familyShell,
  path: '/parent/students/$studentId',
  component: lazyRouteComponent(() => import('./ChildPage.tsx'), 'ChildPage'),
})

const childRecord = createRoute({
  getParentRoute: () => familyShell,
  path: '/parent/students/$studentId/record',
  component: lazyRouteComponent(() => import('./record/ChildRecordPage.tsx'), 'ChildRecordPage'),
})

const behind = (search: Record<string, unknown>): { behind?: number } => ({
  behind: Number(search['behind']) || undefined,
})
const day = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/scheduler/$scheduleId',
  component: staffScreen(() => import('./SchedulerDayPage.tsx'), 'DayPage'),
})

const subjectDay = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/scheduler/$scheduleId/$subjectBy',
  component: staffScreen(() => import('./SchedulerDayPage.tsx'), 'SubjectDayPage'),
})

const editedQuestion = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/$levelId/$chapterNum/chapter/$sectionNum/$quesId',
  validateSearch: behind,
  component: staffScreen(() => import('./QuestionEditorPage.tsx'), 'EditorPage'),
})

const editedTestQuestion = createRoute({
  getParentRoute: () => staffShell,
  path: '/material-editor/$levelId/$chapterNum/test/$sectionNum/$quesId',
  validateSearch: behind,
  component: staffScreen(() => import('./QuestionEditorPage.tsx'), 'TestEditorPage'),
})

const roll = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/attendance/$classId',
  validateSearch: dayInAddress,
  component: staffScreen(() => import('./ClassRollPage.tsx'), 'ClassRollPage'),
})

const students = createRoute({
  getParentRoute: () => staffShell,
  path: '/centers/$centerId/students',
  // The page itself validates the search parameters, because families also load this file and don't need the
  // schema library.
  validateSearch: (search: Record<string, unknown>): RawStudentSearch => search,
  component: staffScreen(() => import('./StudentListPage.tsx'), 'StudentListPage'),
})

const question = createRoute({
  getParentRoute: () => familyShell,
  path: '/student/homework/$hwId/sections/$sectionNum/questions/$quesNum',
  component: lazyRouteComponent(() => import('./StudentQuestionPage.tsx'), 'StudentQuestionPage'),
})

const assessmentQuestion = createRoute({
  getParentRoute: () => familyShell,
  path: '/student/assessments/$assessmentId/questions/$quesNum',
  component: lazyRouteComponent(() => import('./StudentQuestionPage.tsx'), 'StudentQuestionPage'),
})

const testQuestion = createRoute({
  getParentRoute: () => familyShell,
  path: '/student/tests/$testId/questions/$quesNum',
  component: lazyRouteComponent(() => import('./StudentQuestionPage.tsx'), 'StudentQuestionPage'),
})

export const staffPages = [
  day,
  subjectDay,
  editedQuestion,
  editedTestQuestion,
  roll,
  students,
  studentAttendance,
  allCenters,
  center,
  oneClass,
  studentOfParent,
  studentProfile,
  staffOfCenter,
  centerSettings,
  studentRecord,
  changes,
] as const
export const familyPages = [student, question, assessmentQuestion, testQuestion, child, childRecord] as const
