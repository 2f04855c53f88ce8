import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { accounts } from '#features/accounts/api.ts'
import { centers } from '#features/centers/api.ts'
import { questions } from '#features/questions/api.ts'
import { GraphSettings } from '#features/questions/kinds/graph/settings.ts'
import { schedules } from '#features/schedule/api.ts'
import { classes } from '#features/schedule/classes/api.ts'
import { students } from '#features/students/api.ts'
import { Activity, records } from '#features/students/records/api.ts'
import { kinds, mayOpen, type Page, pages } from '#shared/permissions.ts'
import { openWorld } from './world.ts'

/**
 * Compares the specification's screens (§2), fields (§3), permissions for pages (§6) and calls (§7) with the
 * router and the contracts. Compares parameters by position, not by name.
 */

const world = await openWorld()

const screens = `
/login /setup /forget-password /password-reset /activate
/ /users/{userId} /centers /centers/{centerId}
/centers/{centerId}/scheduler /centers/{centerId}/scheduler/{scheduleId} /centers/{centerId}/scheduler/{scheduleId}/{subjectBy}
/centers/{centerId}/classes /centers/{centerId}/grading /centers/{centerId}/students /centers/{centerId}/students/{studentId}
/centers/{centerId}/attendance /centers/{centerId}/attendance/{classId}
/centers/{centerId}/parents/{parentId} /centers/{centerId}/parents/{parentId}/students/{studentId}
/devices
/material-editor /material-editor/{levelId} /material-editor/{levelId}/{chapterNum}
/material-editor/{levelId}/{chapterNum}/chapter/{sectionNum} /material-editor/{levelId}/{chapterNum}/chapter/{sectionNum}/{quesId}
/material-editor/{levelId}/{chapterNum}/test/{sectionNum} /material-editor/{levelId}/{chapterNum}/test/{sectionNum}/{quesId}
/material-editor/hints/{hintId} /material-export /bc-print
/student /parent /parent/students/{studentId} /profile/{userId} /classroom
/centers/{centerId}/teachers/{userId}/classroom /centers/{centerId}/teachers/{userId}/classroom/{classId}
/centers/{centerId}/tas/{userId}/classroom /centers/{centerId}/tas/{userId}/classroom/{classId}
/centers/{centerId}/{role}/{userId}/grading
`

/** Pages of a student's work, which exist under several parent paths. */
const workScreens = {
  all: [
    'assessments/{}/questions/{}',
    'homework/{}/sections',
    'homework/{}/sections/{}/questions/{}',
    'tests/{}/questions/{}',
  ],
  report: ['assessments/{}/report'],
}
const staffsStudent = ['/centers/{}/attendance/{}/students/{}', '/centers/{}/parents/{}/students/{}']

const calls = `
POST /login; POST /auth/google/idtoken; POST /logout; POST /auth/devices
GET /users/me; GET /users/{id}; PUT /users/{id}; PUT /users/{id}/password
POST /password/score; POST /password/recovery; POST /password/reset; GET /defaults/{name}
GET /centers; GET /centers/{id}; POST /students/check
GET /centers/{id}/students; GET /centers/{id}/students/{studentId}; PATCH /centers/{id}/students/{studentId}
GET /centers/{id}/classes; POST /centers/{id}/classes
PUT /centers/{id}/classes/{classId}; PATCH /centers/{id}/classes/{classId}; DELETE /centers/{id}/classes/{classId}
POST /centers/{id}/schedules
GET /centers/{id}/schedules/{scheduleId}; PATCH /centers/{id}/schedules/{scheduleId}; DELETE /centers/{id}/schedules/{scheduleId}
GET /centers/{id}/attendances; POST /centers/{id}/attendances
GET /centers/{id}/attendances/{id}; PATCH /centers/{id}/attendances/{id}; DELETE /centers/{id}/attendances/{id}
GET /centers/{id}/reports/schedule-oddities; POST /centers/{id}/emails
POST /bl/visuals
GET /bl/courses; POST /bl/courses; PUT /bl/courses/{id}; DELETE /bl/courses/{id}
GET /bl/levels; POST /bl/levels; GET /bl/levels/{id}; PUT /bl/levels/{id}; DELETE /bl/levels/{id}
GET /bl/assessments
GET /bl/levels/{levelId}/chapters; POST /bl/levels/{levelId}/chapters; POST /bl/levels/{levelId}/chapters/default
GET /bl/levels/{levelId}/chapters/{chapterNum}; PUT /bl/levels/{levelId}/chapters/{chapterNum}; DELETE /bl/levels/{levelId}/chapters/{chapterNum}
GET /bl/levels/{levelId}/chapters/{n}/sections; POST /bl/levels/{levelId}/chapters/{n}/sections
GET /bl/levels/{levelId}/chapters/{n}/sections/{sectionNum}; PUT /bl/levels/{levelId}/chapters/{n}/sections/{sectionNum}
DELETE /bl/levels/{levelId}/chapters/{n}/sections/{sectionNum}; POST /bl/clone/section
POST /bl/levels/{levelId}/chapters/{n}/test; PUT /bl/levels/{levelId}/chapters/{n}/test
GET /bl/levels/{levelId}/chapters/{n}/test/sections; POST /bl/levels/{levelId}/chapters/{n}/test/sections
GET /bl/levels/{levelId}/chapters/{n}/test/sections/{id}; PUT /bl/levels/{levelId}/chapters/{n}/test/sections/{id}
DELETE /bl/levels/{levelId}/chapters/{n}/test/sections/{id}
GET /bl/questions; PATCH /bl/questions; POST /bl/questions
GET /bl/questions/{id}; PUT /bl/questions/{id}; DELETE /bl/questions/{id}; POST /bl/questions/{id}; POST /bl/questions/{id}/answers
GET /bl/export; GET /bcprint/level-order; POST /bcprint/level-order
GET /devices; POST /devices; PATCH /devices/{id}; DELETE /devices/{id}
GET /student; PATCH /student
PATCH /parent; GET /parent/students; GET /parent/students/{id}; PATCH /parent/students/{id}; GET /parents/{id}/students
GET /students/{id}; PATCH /students/{id}
GET /classroom/{id}/answers; GET /classroom/{id}/answers/{answerId}; PATCH /classroom/{id}/answers/{answerId}
PUT /students/{id}/answers/{answerId}/comment
GET /student/homework/{id}/sections/{s}/{n}; POST /student/homework/{id}/sections/{s}/{n}
GET /parent/students/{id}/homework/{itemId}/sections/{s}/{n}; GET /students/{id}/homework/{itemId}/sections/{s}/{n}
POST /parent/students/{id}/assessments/{itemId}/{n}
`

/** Returns the calls that §7 defines for assessments, homework and tests alike. */
const workCalls = (kind: string) => [
  ...['GET', 'PATCH'].map((method) => `${method} /student/${kind}/{}`),
  ...['GET', 'POST'].map((method) => `${method} /student/${kind}/{}/{}`),
  `GET /parent/students/{}/${kind}/{}`,
  `GET /parent/students/{}/${kind}/{}/{}`,
  `POST /students/{}/${kind}`,
  ...['DELETE', 'GET', 'PATCH'].map((method) => `${method} /students/{}/${kind}/{}`),
  ...['GET', 'PATCH'].map((method) => `${method} /students/{}/${kind}/{}/{}`),
]

const nameless = (address: string) => address.replaceAll(/\{-\$\w+\}|\{\w*\}|:\w+|\$\w+/g, '{}')
const listed = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .filter(Boolean)
    .map((each) => nameless(each.trim()))

/** Paths of a student's pages on a teacher's or an assistant's device. */
const classrooms = ['teachers', 'tas'].map((who) => `/centers/{}/${who}/{}/classroom/{}/students/{}`)
const inClassroom = [
  '',
  '/homework/{}/sections',
  '/homework/{}/sections/{}/questions/{}',
  '/tests/{}/questions/{}',
]

const wantedScreens = [
  ...listed(screens, /\s+/),
  ...workScreens.all.flatMap((page) =>
    ['/student', '/parent/students/{}', ...staffsStudent].map((above) => `${above}/${page}`),
  ),
  ...workScreens.report.flatMap((page) =>
    ['/parent/students/{}', ...staffsStudent].map((above) => `${above}/${page}`),
  ),
  ...[...classrooms, '/centers/{}/attendance/{}/students/{}'].flatMap((above) =>
    // `{classId?}`: the pages of a student also exist without a class.
    [above, above.replace('/{}/students', '/students')].flatMap((root) =>
      (above.includes('classroom') ? inClassroom : ['', ...workScreens.all.map((page) => `/${page}`)]).map(
        (page) => `${root}${page}`,
      ),
    ),
  ),
]
const wantedCalls = [...listed(calls, /[;\n]/), ...['assessments', 'homework', 'tests'].flatMap(workCalls)]

/**
 * Screens beyond the specification, such as lists and settings that its screens need, mail, certificates,
 * material import, and classroom assessments.
 */
const ourScreens = [
  ...listed(
    '/users /mail /operation /audit /privacy /all-centers /centers/{}/staff /centers/{}/settings /centers/{}/settings/integrations /centers/{}/students/import',
    /\s/,
  ),
  ...listed(
    '/centers/{}/worksheets/{} /centers/{}/worksheet-pages/{} /centers/{}/classes/{} /centers/{}/oddities /centers/{}/emails /material-import /material-editor/hints /material-editor/search /material-editor/review /confirm-email /trial/{} /confirm-trial',
    /\s/,
  ),
  '/centers/{}/classes/{}/skills',
  '/centers/{}/billing',
  '/centers/{}/import/{}',
  '/centers/{}/invoices/{}',
  '/centers/{}/payments/{}',
  '/parent/invoices',
  '/parent/makeups',
  '/unsubscribe/{}',
  '/parent/students/{}/makeups/{}',
  ...['/centers/{}/students/{}', '/student', '/parent/students/{}'].map((above) => `${above}/awards/{}`),
  ...['/centers/{}/students/{}', '/parent/students/{}'].map((above) => `${above}/record`),
  ...classrooms.map((above) => `${above}/assessments/{}/questions/{}`),
]

/** Calls beyond the specification: whole topics, and individual calls of other topics. */
const ourTopics = `
factor oidc passkey passkeys sessions email requests staff invitation closures dashboard history calendar calendars export emails
places breaks offers credits makeups makeup-requests effects coming absences snoozes
parents imports prospect prospects record activities tests notes awards
hints trash preview material-imports regrade corrections hand hands place grading snippets counted erasure audit retention access-log trial-forms trial-requests unsubscribe subscriptions logo logos reminders
pickups tokens webhooks first-steps billing invoices rates payments payer bank-files stripe notifications skills next-homework warm-ups goal path question-search reviews whiteboards question-figures figures text-messages mistakes worksheets worksheet-pages
`.split(/\s+/)
const ourCalls = `
GET /student/similar/{}/{}/{}; POST /student/similar/{}/{}/{}; POST /password/link; POST /login/code; POST /login/factor; POST /users/me/proof; GET /auth/google; GET /users; POST /users; POST /users/{}/close; GET /mail; GET /bl/visuals/{}; POST /bl/questions/{}/review; GET /ical/{}.ics
POST /centers; PATCH /centers/{}; POST /centers/{}/archive; GET /centers/{}/deletion; POST /centers/{}/deletion; POST /centers/{}/families; GET /centers/{}/classes/{}; GET /centers/{}/schedules; GET /centers/{}/search; GET /parent/centers
POST /centers/{}/students; GET /centers/{}/classes/{}/students; PATCH /parent/students/{}/assessments/{}
GET /all-centers; GET /all-centers/tasks-and-money; GET /operation; GET /operation/storage; PUT /operation/storage/{}; POST /operation/backups; POST /operation/alarms/{}/seen
GET /centers/{}/classroom; POST /centers/{}/classroom; GET /classroom/{}; GET /classroom/{}/students/{}
`
const isOurs = (call: string) =>
  call.split('/').some((segment) => ourTopics.includes(segment)) || listed(ourCalls, /[;\n]/).includes(call)

test('every screen of the specification has its page', () => {
  const there = new Set(
    Object.keys(pages).flatMap((page) => [nameless(page), nameless(page.replace(/\/\{-\$\w+\}/, ''))]),
  )
  expect(wantedScreens.filter((screen) => !there.has(screen))).toEqual([])
})

test.each<[string, string, RegExp]>([
  [
    'admin manager operator',
    'the pages of centers and devices',
    /^\/(centers(\/\$centerId(?!\/(settings|students\/.*record|\$role|teachers|tas)).*)?|devices)$/,
  ],
  ['admin manager operator editor', 'the material editor', /^\/material-editor(\/\$levelId.*)?$/],
  ['admin manager operator editor', 'the user profile', /^\/users\/\$userId$/],
  ['admin editor', 'the hints', /^\/material-editor\/hints/],
  ['admin', 'the material export', /^\/material-export$/],
  ['admin editor', 'the BC print', /^\/bc-print$/],
  [
    'admin manager operator editor devices students parents anonymous',
    'the home page, which redirects',
    /^\/$/,
  ],
  ['admin students', 'the pages of students', /^\/student(\/|$)/],
  ['admin parents', 'the pages of parents', /^\/parent(\/|$)/],
  ['admin students parents', 'the profiles of students and parents', /^\/profile/],
  [
    'admin devices',
    'the pages of classrooms',
    /^\/(classroom|centers\/\$centerId\/(\$role|teachers|tas)\/.*)$/,
  ],
])('only %s may open %s (§6)', (who, _, pattern) => {
  const matching = (Object.keys(pages) as Page[]).filter((page) => pattern.test(page))
  expect(matching).not.toEqual([])
  const people = kinds.filter((kind) => kind !== 'tokens')
  for (const page of matching) expect(people.filter((kind) => mayOpen(kind, page)).join(' '), page).toBe(who)
})

test('admins may open every page (§6)', () => {
  expect((Object.keys(pages) as Page[]).filter((page) => !mayOpen('admin', page))).toEqual([])
})

test('the pages have a favicon (§9)', () => {
  const web = join(import.meta.dirname, '../src/web')
  const [, icon = ''] =
    /<link rel="icon"[^>]* href="([^"]+)"/.exec(readFileSync(join(web, 'index.html'), 'utf8')) ?? []
  expect(icon).toBe('/favicon.svg')
  expect(existsSync(join(web, 'public', icon))).toBe(true)
})

test('every call of the specification is served', () => {
  const served = new Set(world.app.endpoints.map(({ method, path }) => nameless(`${method} ${path}`)))
  expect(wantedCalls.filter((call) => !served.has(call))).toEqual([])
})

test('every screen and call beyond the specification is listed in this test', () => {
  const wanted = new Set(wantedScreens)
  expect(
    Object.keys(pages)
      .map(nameless)
      .filter((screen) => !wanted.has(screen) && !ourScreens.includes(screen)),
  ).toEqual([])
  const said = new Set(wantedCalls)
  const ours = world.app.endpoints
    .map(({ method, path }) => nameless(`${method} ${path}`))
    .filter((call) => !said.has(call))
  expect(ours.filter((call) => !isOurs(call))).toEqual([])
})

/**
 * Returns the schema at a path such as `breaks.startDate`. Looks inside lists and nullable fields. In a
 * union, returns the schema of the first option that has the field.
 */
function fieldAt(schema: z.ZodType, path: string): z.ZodType | undefined {
  if (schema instanceof z.ZodArray) return fieldAt(schema.element as z.ZodType, path)
  if (schema instanceof z.ZodNullable) return fieldAt(schema.unwrap() as z.ZodType, path)
  if (schema instanceof z.ZodUnion)
    return (schema.options as z.ZodType[]).map((option) => fieldAt(option, path)).find(Boolean)
  const [name = '', ...deeper] = path.split('.')
  const field = schema instanceof z.ZodObject ? (schema.shape[name] as z.ZodType | undefined) : undefined
  return field && deeper.length > 0 ? fieldAt(field, deeper.join('.')) : field
}

const activity = (type: string) =>
  (Activity.options as readonly z.ZodObject[]).find(
    ({ shape }) => (shape['type'] as z.ZodType).safeParse(type).success,
  ) as z.ZodType

test.each<[string, z.ZodType, string]>([
  ['a daily schedule', schedules.day.output, '_id centerId date ta schedules schedules.students'],
  [
    'a class',
    classes.list.output,
    'id name subject day time maxSize type teacher stuCount schedCount notes future',
  ],
  ...['teacher', 'substitute', 'assistants'].map((name): [string, z.ZodType, string] => [
    'a teacher of a day',
    fieldAt(schedules.day.output, `schedules.${name}`) as z.ZodType,
    'id firstName lastName type notes',
  ]),
  [
    'an assistant of a day',
    fieldAt(schedules.day.output, 'ta') as z.ZodType,
    'id firstName lastName type notes',
  ],
  [
    'a teacher in the list of classes',
    fieldAt(classes.list.output, 'teacher') as z.ZodType,
    'id firstName lastName type notes',
  ],
  [
    'a class of a day',
    fieldAt(schedules.day.output, 'schedules') as z.ZodType,
    'id name subject day time maxSize type teacher stuCount schedCount notes future',
  ],
  ...[
    '_id studentNum firstName lastName grade status parentName centerId type startDate endDate',
    'firstClass breaks.startDate breaks.endDate notes futureScheds.type futureScheds.date',
    'futureScheds.class programs.name programs.level programs.chapter programs.test',
    'tests.level tests.test tests.score1 tests.score2 tests.name',
    'scheduledAmount.regular scheduledAmount.makeup scheduledAmount.break',
  ].map((names): [string, z.ZodType, string] => [
    'a scheduled student',
    fieldAt(schedules.day.output, 'schedules.students') as z.ZodType,
    names,
  ]),
  ['a note', records.addNote.output, 'id recordBy msg active'],
  ['a student profile', students.one.output, '_id info.firstName info.lastName info.note info.avatar'],
  [
    'a student profile',
    students.one.output,
    'center.id center.studentNum center.active center.programs center.nextInvoice',
  ],
  [
    'a student profile',
    students.one.output,
    'parents.name parents.email parents.phone parents.phoneType parents.relationship parents.updated',
  ],
  [
    'a student profile',
    students.one.output,
    'notes activities schedules.address schedules.city schedules.state schedules.zip',
  ],
  ['an activity of type level', activity('level'), 'date recorder level chapter'],
  ['an activity of type note', activity('note'), 'date recorder body'],
  ['an activity of type test', activity('test'), 'date recorder level test name score1 score2'],
  [
    'an activity of type homework',
    activity('homework'),
    'date recorder name level levelId chapter correct total hint score',
  ],
  [
    'a question',
    questions.one.output,
    '_id levelId chapterNum num section._id section.name section.num instructions content',
  ],
  ['a question', questions.one.output, 'answers hint visual.image status'],
  [
    'the settings of a graph',
    GraphSettings,
    'xlabel ylabel graphName xmin xmax xminor xmajor ymin ymax yminor ymajor',
  ],
  ['a center', centers.one.output, '_id'],
  ['a user', accounts.me.output, 'role group avatar firstName info.firstName'],
  ['a user', accounts.user.output, 'role group avatar firstName info.firstName'],
])('%s has the fields of the specification (§3)', (_, schema, fields) => {
  expect(fields.split(' ').filter((path) => !fieldAt(schema, path))).toEqual([])
})
