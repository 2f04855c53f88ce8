/**
 * Permission matrix of the product as data (spec §6; product §2). The router uses it to refuse calls, the
 * browser's menus and route guard use it to hide pages, and a generated test calls every endpoint as every
 * kind of user. Each cell is the reach of a kind of user. A missing cell means never (403, or 401 without a
 * session).
 * - `any`: everything
 * - `center`: their own center or centers
 * - `today`: their own center, and only the people on today's rosters
 * - `child`: their own children, while the link is active
 * - `self`: their own account or work
 */
export type Reach = 'any' | 'center' | 'today' | 'child' | 'self'

/**
 * Kinds of callers: four roles, three groups, other programs with an access token, and no session at all
 * (spec §1).
 */
export const kinds = [
  'admin',
  'manager',
  'operator',
  'editor',
  'devices',
  'students',
  'parents',
  'tokens',
  'anonymous',
] as const
export type Kind = (typeof kinds)[number]

type Row = Partial<Record<Kind, Reach>>

const anyone: Row = {
  admin: 'any',
  manager: 'any',
  operator: 'any',
  editor: 'any',
  devices: 'any',
  students: 'any',
  parents: 'any',
  anonymous: 'any',
}
const signedIn: Row = { ...anyone, anonymous: undefined }
const office: Row = { admin: 'any', manager: 'center', operator: 'center' }
/** The office, and programs that have one of the center's access tokens with this permission. */
const officeOrToken: Row = { ...office, tokens: 'center' }
const material: Row = { admin: 'any', manager: 'any', operator: 'any', editor: 'any' }

export const permissions = {
  'auth.enter': anyone,
  'auth.leave': { ...anyone },
  'auth.recover': anyone,
  // For anyone with access to the mailbox, signed in or not.
  'email.confirm': anyone,
  'password.score': anyone,
  'users.me': {
    admin: 'self',
    manager: 'self',
    operator: 'self',
    editor: 'self',
    devices: 'self',
    students: 'self',
    parents: 'self',
  },
  'users.read': { ...office, editor: 'self', devices: 'today', students: 'self', parents: 'self' },
  'users.change': {
    admin: 'any',
    manager: 'self',
    operator: 'self',
    editor: 'self',
    students: 'self',
    parents: 'self',
  },
  'users.password': {
    admin: 'self',
    manager: 'self',
    operator: 'self',
    editor: 'self',
    students: 'self',
    parents: 'self',
  },
  // Second factors are for staff (reliability §0.2).
  'users.factor': { admin: 'self', manager: 'self', operator: 'self', editor: 'self' },
  // Children log in with a password or on a classroom device.
  'users.passkeys': { admin: 'self', manager: 'self', operator: 'self', editor: 'self', parents: 'self' },
  'users.sessions': {
    admin: 'any',
    manager: 'self',
    operator: 'self',
    editor: 'self',
    students: 'self',
    parents: 'self',
  },
  'users.list': { admin: 'any' },
  'users.invite': { admin: 'any' },
  'staff.read': officeOrToken,
  'staff.invite': { admin: 'any', manager: 'center' },
  'staff.note': office,
  'families.invite': office,
  'requests.read': office,
  'requests.answer': {
    admin: 'self',
    manager: 'self',
    operator: 'self',
    editor: 'self',
    students: 'self',
    parents: 'self',
  },
  'mail.read': { admin: 'any', manager: 'center' },
  'defaults.read': signedIn,
  'centers.list': { ...office, editor: 'center', devices: 'center' },
  'centers.read': { ...officeOrToken, devices: 'center' },
  'centers.create': { admin: 'any' },
  'centers.archive': { admin: 'any', manager: 'center' },
  'centers.delete': { admin: 'any' },
  'centers.compare': { admin: 'any', manager: 'center' },
  'centers.change': { admin: 'any', manager: 'center' },
  'dashboard.read': office,
  'center.search': office,
  'history.read': office,
  'integrations.manage': { admin: 'any', manager: 'center' },
  'audit.read': { admin: 'any' },
  'privacy.erase': { admin: 'any' },
  'privacy.keep': { admin: 'any' },
  'record.export': { admin: 'any' },
  'children.export': { parents: 'child' },
  'students.read': officeOrToken,
  'students.change': office,
  'student.read': { ...office, devices: 'today' },
  'classes.read': { ...officeOrToken, devices: 'center' },
  'classes.change': office,
  'schedules.read': { ...officeOrToken, devices: 'today' },
  'schedules.change': office,
  'places.read': officeOrToken,
  'places.change': officeOrToken,
  'attendance.read': { ...officeOrToken, devices: 'today' },
  'attendance.take': { ...officeOrToken, devices: 'today' },
  'attendance.correct': officeOrToken,
  'material.read': material,
  'material.change': material,
  'material.remove': { admin: 'any', editor: 'any' },
  'material.export': { admin: 'any' },
  'questions.regrade': { ...office, editor: 'center' },
  'hints.manage': { admin: 'any', editor: 'any' },
  'questions.review': { admin: 'any', editor: 'any' },
  'print.order': { admin: 'any', editor: 'any' },
  // An import creates hints, which only admins and editors may write (spec §6).
  'questions.import': { admin: 'any', editor: 'any' },
  'devices.manage': office,
  'self.read': { students: 'self' },
  'self.work': { students: 'self' },
  'self.change': { students: 'self' },
  'work.assign': office,
  // Skills, mistakes, goals and proposed work. Programs can't read them, because they show what is taught.
  'skills.read': office,
  'work.void': { admin: 'any', manager: 'center' },
  'work.read': { ...office, devices: 'today' },
  'work.grade': { ...office, devices: 'today' },
  'children.read': { parents: 'child' },
  'children.work': { parents: 'child' },
  'children.change': { parents: 'child' },
  'absences.tell': { parents: 'child' },
  'makeups.book': { parents: 'child' },
  'parent.change': { parents: 'self' },
  'oddities.read': office,
  'oddities.snooze': office,
  'emails.read': office,
  'emails.send': office,
  'reminders.read': office,
  'reminders.change': { admin: 'any', manager: 'center' },
  'billing.read': office,
  // Rates, runs, invoices, credits and files for bookkeeping.
  'billing.manage': { admin: 'any', manager: 'center' },
  'payments.record': office,
  'invoices.own': { parents: 'self' },
  // The payment provider, whose signature is checked.
  'stripe.events': { ...anyone },
  // Families without an account, using a center's public trial form and the link emailed to them.
  'trials.ask': { ...anyone },
  // Anyone with the link in the footer of a center's emails, signed in or not.
  'mail.unsubscribe': { ...anyone },
  // Anyone who has a calendar's URL.
  'calendar.feed': { ...anyone },
  'calendar.office': office,
  'calendar.family': { parents: 'child' },
  'operation.read': { admin: 'any' },
  'operation.backup': { admin: 'any' },
  'operation.seen': { admin: 'any' },
  'operation.quota': { admin: 'any' },
  'live.join': { ...office, editor: 'self', devices: 'today', students: 'self', parents: 'child' },
} satisfies Record<string, Row>

export type Permission = keyof typeof permissions

/** Returns the reach that a permission gives a kind of caller, or null for none. */
export function reach(kind: Kind, permission: Permission): Reach | null {
  return (permissions[permission] as Row)[kind] ?? null
}

/** Returns every permission of a kind, as sent to the browser with the signed-in user (`/users/me`). */
export const permissionsOf = (kind: Kind) =>
  (Object.keys(permissions) as Permission[]).filter((permission) => reach(kind, permission))

const staffRoles: Kind[] = ['admin', 'manager', 'operator', 'editor']
const officeRoles: Kind[] = ['admin', 'manager', 'operator']

/**
 * Pages and the kinds of users that may open them (spec §6). The browser's guard sends everybody else to
 * their landing page. A test requires an entry for every route. `everyone` needs no session. Admins may open
 * every page.
 */
export const pages = {
  '/login': 'everyone',
  '/setup': 'everyone',
  '/forget-password': 'everyone',
  '/password-reset': 'everyone',
  '/confirm-email': 'everyone',
  '/activate': 'everyone',
  '/trial/$centerId': 'everyone',
  '/confirm-trial': 'everyone',
  '/unsubscribe/$token': 'everyone',
  '/': [...kinds],
  '/users/$userId': staffRoles,
  '/users': ['admin'],
  '/mail': ['admin', 'manager'],
  '/audit': ['admin'],
  '/privacy': ['admin'],
  '/operation': ['admin'],
  '/devices': officeRoles,
  '/centers': officeRoles,
  '/all-centers': ['admin', 'manager'],
  '/centers/$centerId': officeRoles,
  '/centers/$centerId/staff': officeRoles,
  '/centers/$centerId/settings': ['admin', 'manager'],
  '/centers/$centerId/settings/integrations': ['admin', 'manager'],
  '/centers/$centerId/scheduler': officeRoles,
  '/centers/$centerId/scheduler/$scheduleId': officeRoles,
  '/centers/$centerId/scheduler/$scheduleId/$subjectBy': officeRoles,
  '/centers/$centerId/classes': officeRoles,
  '/centers/$centerId/classes/$classId': officeRoles,
  '/centers/$centerId/classes/$classId/skills': officeRoles,
  '/centers/$centerId/import/$kind': officeRoles,
  '/centers/$centerId/students': officeRoles,
  '/centers/$centerId/students/import': officeRoles,
  '/centers/$centerId/students/$studentId': officeRoles,
  '/centers/$centerId/students/$studentId/awards/$awardId': officeRoles,
  '/centers/$centerId/students/$studentId/record': ['admin'],
  '/centers/$centerId/parents/$parentId': officeRoles,
  '/centers/$centerId/parents/$parentId/students/$studentId': officeRoles,
  '/centers/$centerId/parents/$parentId/students/$studentId/assessments/$assessmentId/questions/$quesNum':
    officeRoles,
  '/centers/$centerId/parents/$parentId/students/$studentId/assessments/$assessmentId/report': officeRoles,
  '/centers/$centerId/parents/$parentId/students/$studentId/homework/$hwId/sections': officeRoles,
  '/centers/$centerId/parents/$parentId/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum':
    officeRoles,
  '/centers/$centerId/parents/$parentId/students/$studentId/tests/$testId/questions/$quesNum': officeRoles,
  '/centers/$centerId/oddities': officeRoles,
  '/centers/$centerId/emails': officeRoles,
  '/centers/$centerId/billing': officeRoles,
  '/centers/$centerId/invoices/$invoiceId': officeRoles,
  '/centers/$centerId/payments/$paymentId': officeRoles,
  '/centers/$centerId/grading': officeRoles,
  '/centers/$centerId/worksheets/$workId': officeRoles,
  '/centers/$centerId/worksheet-pages/{-$pageId}': officeRoles,
  '/centers/$centerId/attendance': officeRoles,
  '/centers/$centerId/attendance/$classId': officeRoles,
  '/centers/$centerId/attendance/{-$classId}/students/$studentId': officeRoles,
  '/centers/$centerId/attendance/{-$classId}/students/$studentId/assessments/$assessmentId/questions/$quesNum':
    officeRoles,
  '/centers/$centerId/attendance/{-$classId}/students/$studentId/assessments/$assessmentId/report':
    officeRoles,
  '/centers/$centerId/attendance/{-$classId}/students/$studentId/homework/$hwId/sections': officeRoles,
  '/centers/$centerId/attendance/{-$classId}/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum':
    officeRoles,
  '/centers/$centerId/attendance/{-$classId}/students/$studentId/tests/$testId/questions/$quesNum':
    officeRoles,
  '/material-editor': staffRoles,
  '/material-export': ['admin'],
  '/material-import': ['admin', 'editor'],
  '/material-editor/search': staffRoles,
  '/material-editor/review': ['admin', 'editor'],
  '/material-editor/hints': ['admin', 'editor'],
  '/material-editor/hints/$hintId': ['admin', 'editor'],
  '/material-editor/$levelId': staffRoles,
  '/material-editor/$levelId/$chapterNum': staffRoles,
  '/material-editor/$levelId/$chapterNum/chapter/$sectionNum': staffRoles,
  '/material-editor/$levelId/$chapterNum/chapter/$sectionNum/$quesId': staffRoles,
  '/material-editor/$levelId/$chapterNum/test/$sectionNum': staffRoles,
  '/material-editor/$levelId/$chapterNum/test/$sectionNum/$quesId': staffRoles,
  '/bc-print': ['admin', 'editor'],
  '/profile/$userId': ['students', 'parents'],
  '/student': ['students'],
  '/student/assessments/$assessmentId/questions/$quesNum': ['students'],
  '/student/tests/$testId/questions/$quesNum': ['students'],
  '/student/homework/$hwId/sections': ['students'],
  '/student/homework/$hwId/sections/$sectionNum/questions/$quesNum': ['students'],
  '/student/awards/$awardId': ['students'],
  '/parent': ['parents'],
  '/parent/invoices': ['parents'],
  '/parent/makeups': ['parents'],
  '/parent/students/$studentId/makeups/$creditId': ['parents'],
  '/parent/students/$studentId/awards/$awardId': ['parents'],
  '/parent/students/$studentId': ['parents'],
  '/parent/students/$studentId/record': ['parents'],
  '/parent/students/$studentId/homework/$hwId/sections': ['parents'],
  '/parent/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum': ['parents'],
  '/parent/students/$studentId/assessments/$assessmentId/questions/$quesNum': ['parents'],
  '/parent/students/$studentId/assessments/$assessmentId/report': ['parents'],
  '/parent/students/$studentId/tests/$testId/questions/$quesNum': ['parents'],
  '/classroom': ['devices'],
  '/centers/$centerId/$role/$userId/grading': ['devices'],
  '/centers/$centerId/teachers/$userId/classroom': ['devices'],
  '/centers/$centerId/teachers/$userId/classroom/$classId': ['devices'],
  '/centers/$centerId/teachers/$userId/classroom/{-$classId}/students/$studentId': ['devices'],
  '/centers/$centerId/teachers/$userId/classroom/{-$classId}/students/$studentId/homework/$hwId/sections': [
    'devices',
  ],
  '/centers/$centerId/teachers/$userId/classroom/{-$classId}/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum':
    ['devices'],
  '/centers/$centerId/teachers/$userId/classroom/{-$classId}/students/$studentId/tests/$testId/questions/$quesNum':
    ['devices'],
  '/centers/$centerId/teachers/$userId/classroom/{-$classId}/students/$studentId/assessments/$assessmentId/questions/$quesNum':
    ['devices'],
  '/centers/$centerId/tas/$userId/classroom': ['devices'],
  '/centers/$centerId/tas/$userId/classroom/$classId': ['devices'],
  '/centers/$centerId/tas/$userId/classroom/{-$classId}/students/$studentId': ['devices'],
  '/centers/$centerId/tas/$userId/classroom/{-$classId}/students/$studentId/homework/$hwId/sections': [
    'devices',
  ],
  '/centers/$centerId/tas/$userId/classroom/{-$classId}/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum':
    ['devices'],
  '/centers/$centerId/tas/$userId/classroom/{-$classId}/students/$studentId/tests/$testId/questions/$quesNum':
    ['devices'],
  '/centers/$centerId/tas/$userId/classroom/{-$classId}/students/$studentId/assessments/$assessmentId/questions/$quesNum':
    ['devices'],
} satisfies Record<string, Kind[] | 'everyone'>

export type Page = keyof typeof pages

/** True if a kind of user may open a page. */
export const mayOpen = (kind: Kind, page: Page) =>
  pages[page] === 'everyone' || kind === 'admin' || (pages[page] as Kind[]).includes(kind)
