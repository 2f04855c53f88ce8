import { createRoute } from '@tanstack/react-router'
import type { Asked } from '#features/history/audit/audit-filter.ts'
import { printSearch } from '#features/printing/choosing/print-search.ts'
import type { Subject } from '#features/centers/rules.ts'
import { subjects } from '#features/centers/subjects.ts'
import { lazyRouteComponent } from './chunk-error.ts'
import { staff } from './staff.tsx'
import { workPages } from './work-pages.tsx'

/** What a list is searched for; the address gives digits as a number. */
const found = (find: unknown) => (typeof find === 'string' || typeof find === 'number' ? String(find).slice(0, 100) : '') || undefined
const devices = createRoute({
  getParentRoute: () => staff,
  path: '/devices',
  component: lazyRouteComponent(() => import('#features/devices/DevicesPage.tsx'), 'DevicesPage'),
})
const materialEditor = createRoute({
  getParentRoute: () => staff,
  path: '/material-editor',
  component: lazyRouteComponent(() => import('#features/material/MaterialPage.tsx'), 'MaterialPage'),
})
const materialExport = createRoute({
  getParentRoute: () => staff,
  path: '/material-export',
  component: lazyRouteComponent(() => import('#features/exchange/export/ExportPage.tsx'), 'ExportPage'),
})
const materialImport = createRoute({
  getParentRoute: () => staff,
  path: '/material-import',
  component: lazyRouteComponent(() => import('#features/exchange/import/MaterialImportPage.tsx'), 'MaterialImportPage'),
})
const hintsPage = createRoute({
  getParentRoute: () => staff,
  path: '/material-editor/hints',
  validateSearch: ({ of, find }: Record<string, unknown>): { of?: 'own'; find?: string } => ({
    of: of === 'own' ? of : undefined,
    find: found(find),
  }),
  component: lazyRouteComponent(() => import('#features/questions/hints/HintsPage.tsx'), 'HintsPage'),
})
const hint = createRoute({
  getParentRoute: () => staff,
  path: '/material-editor/hints/$hintId',
  component: lazyRouteComponent(() => import('#features/questions/hints/HintPage.tsx'), 'HintPage'),
})
const level = createRoute({
  getParentRoute: () => staff,
  path: '/material-editor/$levelId',
  component: lazyRouteComponent(() => import('#features/material/LevelPage.tsx'), 'LevelPage'),
})
const chapter = createRoute({
  getParentRoute: () => staff,
  path: '/material-editor/$levelId/$chapterNum',
  component: lazyRouteComponent(() => import('#features/material/ChapterPage.tsx'), 'ChapterPage'),
})
type QuestionSearch = { status?: 'error' | 'warn' | 'success'; find?: string }
const ofQuestions = ({ status, find }: Record<string, unknown>): QuestionSearch => ({
  status: status === 'error' || status === 'warn' || status === 'success' ? status : undefined,
  find: found(find),
})
const section = createRoute({
  getParentRoute: () => staff,
  path: '/material-editor/$levelId/$chapterNum/chapter/$sectionNum',
  validateSearch: ofQuestions,
  component: lazyRouteComponent(() => import('#features/questions/SectionPage.tsx'), 'SectionPage'),
})
const testSection = createRoute({
  getParentRoute: () => staff,
  path: '/material-editor/$levelId/$chapterNum/test/$sectionNum',
  validateSearch: ofQuestions,
  component: lazyRouteComponent(() => import('#features/questions/SectionPage.tsx'), 'TestSectionPage'),
})
const behind = (search: Record<string, unknown>): { behind?: number } => ({ behind: Number(search['behind']) || undefined })
const editedQuestion = createRoute({
  getParentRoute: () => staff,
  path: '/material-editor/$levelId/$chapterNum/chapter/$sectionNum/$quesId',
  validateSearch: behind,
  component: lazyRouteComponent(() => import('#features/questions/editing/EditorPage.tsx'), 'EditorPage'),
})
const editedTestQuestion = createRoute({
  getParentRoute: () => staff,
  path: '/material-editor/$levelId/$chapterNum/test/$sectionNum/$quesId',
  validateSearch: behind,
  component: lazyRouteComponent(() => import('#features/questions/editing/EditorPage.tsx'), 'TestEditorPage'),
})
const print = createRoute({
  getParentRoute: () => staff,
  path: '/bc-print',
  validateSearch: printSearch,
  component: lazyRouteComponent(() => import('#features/printing/PrintPage.tsx'), 'PrintPage'),
})
const onDay = (search: Record<string, unknown>): { on?: string } => (typeof search['on'] === 'string' ? { on: search['on'] } : {})
const attendance = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/attendance',
  validateSearch: onDay,
  component: lazyRouteComponent(() => import('#features/attendance/AttendancePage.tsx'), 'AttendancePage'),
})
const roll = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/attendance/$classId',
  validateSearch: onDay,
  component: lazyRouteComponent(() => import('#features/attendance/AttendancePage.tsx'), 'RollPage'),
})
const studentAttendance = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/attendance/$classId/students/$studentId',
  validateSearch: ({ all, ...search }: Record<string, unknown>): { all?: true; on?: string } => ({
    ...onDay(search),
    all: all === true || undefined,
  }),
  component: lazyRouteComponent(() => import('#features/overview/StudentAttendancePage.tsx'), 'StudentAttendancePage'),
})
const grading = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/grading',
  validateSearch: ({ classId, subject }: Record<string, unknown>): { classId?: string; subject?: Subject } => ({
    classId: typeof classId === 'string' ? classId : undefined,
    subject: subjects.find((each) => each === subject),
  }),
  component: lazyRouteComponent(() => import('#features/grading/GradingPage.tsx'), 'GradingPage'),
})
const centers = createRoute({
  getParentRoute: () => staff,
  path: '/centers',
  component: lazyRouteComponent(() => import('#features/centers/CentersPage.tsx'), 'CentersPage'),
})
const center = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId',
  component: lazyRouteComponent(() => import('#features/overview/CenterPage.tsx'), 'CenterPage'),
})
const scheduler = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/scheduler',
  component: lazyRouteComponent(() => import('#features/schedule/SchedulerPage.tsx'), 'SchedulerPage'),
})
const day = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/scheduler/$scheduleId',
  component: lazyRouteComponent(() => import('#features/schedule/SchedulerPage.tsx'), 'DayPage'),
})
const subjectDay = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/scheduler/$scheduleId/$subjectBy',
  component: lazyRouteComponent(() => import('#features/schedule/SchedulerPage.tsx'), 'SubjectDayPage'),
})
type ClassSearch = { find?: string; subject?: Subject; view?: 'week'; ended?: true }
const classes = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/classes',
  validateSearch: ({ find, subject, view, ended }: Record<string, unknown>): ClassSearch => ({
    find: found(find),
    subject: subjects.find((each) => each === subject),
    view: view === 'week' ? view : undefined,
    ended: ended === true || undefined,
  }),
  component: lazyRouteComponent(() => import('#features/schedule/classes/ClassesPage.tsx'), 'ClassesPage'),
})
const students = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/students',
  validateSearch: ({ filter, find, view }: Record<string, unknown>): { filter?: number; find?: string; view?: 'board' } => ({
    filter: filter === 1 || filter === 2 ? filter : undefined,
    find: found(find),
    view: view === 'board' ? view : undefined,
  }),
  component: lazyRouteComponent(() => import('#features/students/StudentsPage.tsx'), 'StudentsPage'),
})
const importStudents = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/students/import',
  component: lazyRouteComponent(() => import('#features/students/import/ImportPage.tsx'), 'ImportPage'),
})
const parentRecord = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/parents/$parentId',
  component: lazyRouteComponent(() => import('#features/students/parents/ParentPage.tsx'), 'ParentPage'),
})
const studentOfParent = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/parents/$parentId/students/$studentId',
  component: lazyRouteComponent(() => import('#features/overview/ParentStudentPage.tsx'), 'ParentStudentPage'),
})
const studentProfile = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/students/$studentId',
  component: lazyRouteComponent(() => import('#features/overview/StudentPage.tsx'), 'StudentPage'),
})
const award = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/students/$studentId/awards/$awardId',
  component: lazyRouteComponent(() => import('#features/students/awards/AwardPage.tsx'), 'AwardPage'),
})
const user = createRoute({
  getParentRoute: () => staff,
  path: '/users/$userId',
  component: lazyRouteComponent(() => import('#features/accounts/UserPage.tsx'), 'UserPage'),
})
const users = createRoute({
  getParentRoute: () => staff,
  path: '/users',
  validateSearch: ({ find }: Record<string, unknown>): { find?: string } => ({ find: found(find) }),
  component: lazyRouteComponent(() => import('#features/accounts/people/UsersPage.tsx'), 'UsersPage'),
})
const staffOfCenter = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/staff',
  component: lazyRouteComponent(() => import('#features/overview/StaffPage.tsx'), 'StaffPage'),
})
const centerSettings = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/settings',
  component: lazyRouteComponent(() => import('#features/overview/SettingsPage.tsx'), 'SettingsPage'),
})
const odditiesOfCenter = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/oddities',
  validateSearch: ({ show }: Record<string, unknown>): { show?: 'error' | 'warn' | 'info' | 'snoozed' } => ({
    show: show === 'error' || show === 'warn' || show === 'info' || show === 'snoozed' ? show : undefined,
  }),
  component: lazyRouteComponent(() => import('#features/oddities/OdditiesPage.tsx'), 'OdditiesPage'),
})
const emailsOfCenter = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/emails',
  component: lazyRouteComponent(() => import('#features/emails/EmailsPage.tsx'), 'EmailsPage'),
})
const mail = createRoute({
  getParentRoute: () => staff,
  path: '/mail',
  component: lazyRouteComponent(() => import('#features/accounts/outbox/MailPage.tsx'), 'MailPage'),
})
const operation = createRoute({
  getParentRoute: () => staff,
  path: '/operation',
  component: lazyRouteComponent(() => import('#features/operation/OperationPage.tsx'), 'OperationPage'),
})
const studentRecord = createRoute({
  getParentRoute: () => staff,
  path: '/centers/$centerId/students/$studentId/record',
  component: lazyRouteComponent(() => import('#features/overview/record/StudentRecordPage.tsx'), 'StudentRecordPage'),
})
const privacy = createRoute({
  getParentRoute: () => staff,
  path: '/privacy',
  component: lazyRouteComponent(() => import('#features/privacy/retention/PrivacyPage.tsx'), 'PrivacyPage'),
})
const changes = createRoute({
  getParentRoute: () => staff,
  path: '/audit',
  // Read by its page: what reads schemas must not be in everybody's first load.
  validateSearch: (search: Record<string, unknown>): Asked => search,
  component: lazyRouteComponent(() => import('#features/overview/AuditPage.tsx'), 'AuditPage'),
})
/** The staff's pages (spec §2), within their shell. */
export const staffPages = staff.addChildren([
  odditiesOfCenter,
  emailsOfCenter,
  users,
  staffOfCenter,
  centerSettings,
  mail,
  studentRecord,
  privacy,
  changes,
  operation,
  devices,
  user,
  centers,
  center,
  scheduler,
  day,
  subjectDay,
  classes,
  students,
  importStudents,
  parentRecord,
  studentOfParent,
  studentProfile,
  award,
  attendance,
  grading,
  roll,
  studentAttendance,
  ...workPages,
  materialEditor,
  materialExport,
  materialImport,
  hintsPage,
  hint,
  level,
  chapter,
  section,
  testSection,
  editedQuestion,
  editedTestQuestion,
  print,
])
