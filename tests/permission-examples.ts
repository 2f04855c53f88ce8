import { v7 as newId } from 'uuid'
import type { Kind } from '#shared/permissions.ts'
import { password } from './factories.ts'
import { accountExamples } from './account-examples.ts'
import { classroomExamples } from './classroom-examples.ts'
import { gradingExamples } from './grading-examples.ts'
import { familyExamples } from './family-examples.ts'
import { materialExamples } from './material-examples.ts'
import { officeExamples } from './office-examples.ts'
import { privacyExamples } from './privacy-examples.ts'
import { workExamples } from './work-examples.ts'

/** Owner of the record that a call is for, relative to the caller. */
export type Scope = 'own' | 'other center' | 'other family' | 'unknown'

/** Ids of the records that a call can be for, in one scope. */
export type Target = Record<
  | 'today'
  | 'centerId'
  | 'studentId'
  | 'parentId'
  | 'personId'
  | 'invitedId'
  | 'teacherId'
  | 'classId'
  | 'attendanceId'
  | 'placeId'
  | 'breakId'
  | 'creditId'
  | 'testId'
  | 'noteId'
  | 'homeworkId'
  | 'testWorkId'
  | 'assessmentId'
  | 'essayWorkId'
  | 'essayQuestionId'
  | 'answerId'
  | 'lateId'
  | 'deviceId'
  | 'courseId'
  | 'levelId'
  | 'sectionId'
  | 'questionId'
  | 'testSectionId'
  | 'trashId'
  | 'hintId'
  | 'broughtId'
  | 'importId'
  | 'studentImportId'
  | 'requestId'
  | 'email',
  string
> & { chapterNum: number }

/** Outcome of a call: it reaches the record (`done`), responds as if the record didn't exist (`missing`), or has exactly this status. */
export type Outcome = 'done' | 'missing' | number

export type Example = {
  input: (target: Target) => object
  /** Scopes that differ for this call. A call that is for no record has only one. */
  scopes: readonly Scope[]
  /** Set if the change would disturb other calls. Each kind of user then makes the call on its own fixture. */
  alters?: true
  /** Statuses for all permitted callers, if the call doesn't succeed. */
  status?: number[]
  wants?: Partial<Record<`${Kind} ${Scope}`, Outcome>>
}

const all: readonly Scope[] = ['own', 'other center', 'other family', 'unknown']
/** Scope of the product's own lists and of records that are always the caller's. */
const nobodys: readonly Scope[] = ['own']
/** Scopes of calls about a whole center, where families don't matter. */
const centers: readonly Scope[] = ['own', 'other center', 'unknown']

const inCenter = ({ centerId }: Target) => ({ centerId })
const onToday = ({ today }: Target) => ({ from: today, to: today })
const inClass = ({ centerId, classId }: Target) => ({ centerId, classId })
const klass = {
  name: 'Math 6',
  subject: 'Math',
  type: 'REGULAR',
  day: 2,
  time: '16:30',
  minutes: 60,
  maxSize: 20,
  teacherId: null,
  notes: '',
}
const student = ({ centerId, studentId }: Target) => ({ centerId, studentId })
const mark = ({ centerId, attendanceId }: Target) => ({ centerId, id: attendanceId })
const place = ({ centerId, placeId }: Target) => ({ centerId, placeId })
const credit = ({ centerId, creditId }: Target) => ({ centerId, creditId })
const pause = ({ centerId, breakId }: Target) => ({ centerId, breakId })
const names = { firstName: 'Nia', lastName: 'Okafor' }
const paperTest = ({ today }: Target) => ({ date: today, subject: 'Math', level: 'Math 5', test: 'Chapter 1', score1: '7/10' })
const address = () => `${newId()}@test.example`

/** Example calls, one per endpoint. The permission test fails for an endpoint without one. */
export const examples: Record<string, Example> = {
  'POST /login': { scopes: nobodys, alters: true, input: ({ email }) => ({ email, password }) },
  'POST /login/code': { scopes: nobodys, input: () => ({ step: 'unknown', code: '123456' }), status: [401, 429] },
  'POST /login/factor': { scopes: nobodys, input: () => ({ step: 'unknown' }), status: [401] },
  'POST /logout': { scopes: nobodys, alters: true, input: () => ({}) },
  'POST /auth/devices': { scopes: nobodys, input: () => ({ key: 'BCDF-GHJK' }), status: [401, 429] },
  'GET /auth/google': { scopes: nobodys, input: () => ({}) },
  'POST /auth/google/idtoken': { scopes: nobodys, input: () => ({ idToken: 'a.b.c' }), status: [401, 429] },
  'POST /password/score': { scopes: nobodys, input: () => ({ password }) },
  'POST /password/recovery': { scopes: nobodys, input: ({ email }) => ({ email }) },
  'POST /password/link': { scopes: nobodys, input: () => ({ token: 'unknown' }), status: [400] },
  'POST /password/reset': { scopes: nobodys, input: () => ({ token: 'unknown', password }), status: [400] },
  'POST /email/link': { scopes: nobodys, input: () => ({ token: 'unknown' }), status: [400] },
  'POST /email/confirmation': { scopes: nobodys, input: () => ({ token: 'unknown' }), status: [400] },
  'GET /defaults/:name': { scopes: nobodys, input: () => ({ name: 'avatars' }) },

  'GET /users/me': { scopes: nobodys, input: () => ({}) },
  'GET /users/:id': { scopes: all, input: ({ personId }) => ({ id: personId }) },
  // Students may only change their picture, and these names differ from theirs.
  'PUT /users/:id': { scopes: all, input: ({ personId }) => ({ id: personId, ...names, avatar: 'ant' }), wants: { 'students own': 403 } },
  'GET /users/me/factor': { scopes: nobodys, input: () => ({}) },
  'POST /users/me/factor': { scopes: nobodys, input: () => ({}) },
  'POST /users/me/factor/confirm': { scopes: nobodys, input: () => ({ code: '000000' }), status: [403, 429] },
  'POST /users/me/factor/codes': { scopes: nobodys, input: () => ({}), status: [409] },
  'POST /users/me/factor/off': { scopes: nobodys, input: () => ({ currentPassword: password, code: '000000' }) },
  'POST /users/:id/factor/reset': { scopes: all, input: ({ invitedId }) => ({ id: invitedId }) },
  'POST /users/me/proof': { scopes: nobodys, input: () => ({ password }) },
  'GET /users/:id/sessions': { scopes: all, input: ({ personId }) => ({ id: personId }) },
  'POST /users/:id/sessions/end': { scopes: all, alters: true, input: ({ personId }) => ({ id: personId }) },
  'GET /users': { scopes: nobodys, input: () => ({}) },
  'POST /users': { scopes: centers, input: ({ centerId }) => ({ ...names, role: 'operator', email: address(), centers: [centerId] }) },
  'POST /users/:id/invitation': { scopes: all, input: ({ invitedId }) => ({ id: invitedId }) },
  'POST /users/:id/close': { scopes: all, alters: true, input: ({ invitedId }) => ({ id: invitedId, disabled: true }) },
  'GET /mail': { scopes: nobodys, input: () => ({}) },
  'GET /centers/:centerId/staff': { scopes: centers, input: inCenter },
  'POST /centers/:centerId/staff': { scopes: centers, input: ({ centerId }) => ({ centerId, ...names, duty: 'teacher' }) },
  'DELETE /centers/:centerId/staff/:personId/:duty': {
    scopes: centers,
    alters: true,
    input: ({ centerId, teacherId }) => ({ centerId, personId: teacherId, duty: 'teacher' }),
  },
  'GET /centers/:centerId/staff/:personId/notes': {
    scopes: centers,
    input: ({ centerId, teacherId }) => ({ centerId, personId: teacherId }),
  },
  'PUT /centers/:centerId/staff/:personId/notes': {
    scopes: centers,
    input: ({ centerId, teacherId }) => ({ centerId, personId: teacherId, notes: 'No early hours.' }),
  },
  'POST /centers/:centerId/students/:studentId/invitation': { scopes: all, input: student },
  'POST /centers/:centerId/parents/:parentId/invitation': {
    scopes: all,
    input: ({ centerId, parentId }) => ({ centerId, parentId }),
  },

  'GET /centers': { scopes: nobodys, input: () => ({}) },
  'GET /centers/:centerId': { scopes: centers, input: inCenter },
  'POST /centers': { scopes: nobodys, input: () => ({ name: `New ${newId().slice(-8)}`, timeZone: 'Asia/Kolkata' }) },
  'PATCH /centers/:centerId': { scopes: centers, input: ({ centerId }) => ({ centerId, city: 'Springfield' }) },
  'GET /centers/:centerId/history': { scopes: all, input: ({ centerId, studentId }) => ({ centerId, of: studentId }) },
  'GET /centers/:centerId/closures': { scopes: centers, input: inCenter },
  'POST /centers/:centerId/closures': { scopes: centers, input: ({ centerId }) => ({ centerId, date: '2026-07-03', name: 'Holiday' }) },
  'DELETE /centers/:centerId/closures/:date': {
    scopes: centers,
    alters: true,
    input: ({ centerId }) => ({ centerId, date: '2026-07-03' }),
  },
  'GET /centers/:centerId/dashboard': { scopes: centers, input: inCenter },
  'GET /centers/:centerId/classes': { scopes: centers, input: inCenter },
  'POST /centers/:centerId/classes': { scopes: centers, input: (target) => ({ ...inCenter(target), ...klass }) },
  'PUT /centers/:centerId/classes/:classId': { scopes: centers, input: (target) => ({ ...inClass(target), ...klass }) },
  'PATCH /centers/:centerId/classes/:classId': { scopes: centers, input: (target) => ({ ...inClass(target), notes: 'Room 2.' }) },
  'DELETE /centers/:centerId/classes/:classId': {
    scopes: centers,
    alters: true,
    input: (target) => ({ ...inClass(target), from: '2026-03-11' }),
  },
  'GET /centers/:centerId/students/:studentId/places': { scopes: all, input: student },
  'POST /centers/:centerId/classes/:classId/places': {
    scopes: all,
    input: ({ centerId, classId, studentId }) => ({ centerId, classId, studentId, type: 'waitlist', startDate: '2025-06-03' }),
  },
  'PATCH /centers/:centerId/places/:placeId': { scopes: all, input: (target) => ({ ...place(target), firstClass: false }) },
  'POST /centers/:centerId/places/:placeId/move': {
    scopes: all,
    input: (target) => ({ ...place(target), classId: target.classId, startDate: target.today }),
  },
  'DELETE /centers/:centerId/places/:placeId': { scopes: all, alters: true, input: place },
  'POST /centers/:centerId/places/:placeId/breaks': {
    scopes: all,
    alters: true,
    input: (target) => ({ ...place(target), startDate: '2026-05-05', endDate: '2026-05-12' }),
  },
  'PATCH /centers/:centerId/breaks/:breakId': { scopes: all, input: pause },
  'DELETE /centers/:centerId/breaks/:breakId': { scopes: all, alters: true, input: pause },
  'GET /centers/:centerId/students/:studentId/credits': { scopes: all, input: student },
  'POST /centers/:centerId/students/:studentId/credits': {
    scopes: all,
    input: (target) => ({ ...student(target), classId: target.classId, missedOn: '2026-01-27', reason: 'Snow' }),
  },
  'PATCH /centers/:centerId/credits/:creditId': { scopes: all, input: (target) => ({ ...credit(target), expiresOn: '2026-04-30' }) },
  'GET /centers/:centerId/makeups': { scopes: all, input: credit },
  'GET /centers/:centerId/offers': { scopes: centers, input: inCenter },
  'GET /centers/:centerId/effects': { scopes: centers, input: ({ centerId, today }) => ({ centerId, date: today, meets: false }) },
  'POST /centers/:centerId/schedules': { scopes: centers, input: ({ centerId, today }) => ({ centerId, date: today }) },
  'GET /centers/:centerId/schedules/:scheduleId': { scopes: centers, input: ({ centerId, today }) => ({ centerId, scheduleId: today }) },
  'GET /centers/:centerId/schedules/:scheduleId/classes/:classId/students/:studentId': {
    scopes: all,
    input: (target) => ({ ...inClass(target), studentId: target.studentId, scheduleId: target.today }),
  },
  'GET /centers/:centerId/schedules': { scopes: centers, input: ({ centerId, today }) => ({ centerId, from: today, to: today }) },
  'PATCH /centers/:centerId/schedules/:scheduleId': {
    scopes: centers,
    input: ({ centerId, today, classId }) => ({ centerId, scheduleId: today, classes: [{ classId, note: 'Bring rulers.' }] }),
  },
  'DELETE /centers/:centerId/schedules/:scheduleId': {
    scopes: centers,
    alters: true,
    input: ({ centerId, today }) => ({ centerId, scheduleId: today }),
  },
  'GET /centers/:centerId/attendances': {
    scopes: centers,
    input: ({ centerId, classId, today }) => ({ centerId, classId, on: today }),
  },
  'POST /centers/:centerId/attendances': {
    scopes: all,
    input: ({ centerId, classId, today, studentId }) => ({ centerId, classId, on: today, marks: [{ studentId, mark: 'present' }] }),
  },
  'GET /centers/:centerId/students/:studentId/coming': { scopes: all, input: student },
  'GET /centers/:centerId/attendances/history': { scopes: all, input: (target) => ({ ...student(target), ...onToday(target) }) },
  'GET /centers/:centerId/classes/:classId/students': { scopes: all, input: (target) => ({ ...inClass(target), ...onToday(target) }) },
  'GET /centers/:centerId/attendances/:id/corrections': { scopes: all, input: mark },
  'GET /centers/:centerId/attendances/:id': { scopes: all, input: mark },
  'PATCH /centers/:centerId/attendances/:id': { scopes: all, input: (target) => ({ ...mark(target), note: 'Left early.' }) },
  'DELETE /centers/:centerId/attendances/:id': { scopes: all, alters: true, input: mark },

  'GET /centers/:centerId/students': { scopes: centers, input: inCenter },
  'POST /centers/:centerId/students': { scopes: centers, input: ({ centerId }) => ({ centerId, ...names }) },
  'GET /centers/:centerId/students/:studentId': { scopes: all, input: student },
  'PATCH /centers/:centerId/students/:studentId': { scopes: all, input: (target) => ({ ...student(target), note: 'Likes chess.' }) },
  'GET /centers/:centerId/students/:studentId/activities': { scopes: all, input: student },
  'POST /centers/:centerId/students/:studentId/tests': { scopes: all, input: (target) => ({ ...student(target), ...paperTest(target) }) },
  'PATCH /centers/:centerId/students/:studentId/tests/:testId': {
    scopes: all,
    input: (target) => ({ ...student(target), testId: target.testId, score2: '9/10' }),
  },
  'DELETE /centers/:centerId/students/:studentId/tests/:testId': {
    scopes: all,
    alters: true,
    input: (target) => ({ ...student(target), testId: target.testId }),
  },
  'POST /centers/:centerId/students/:studentId/notes': { scopes: all, input: (target) => ({ ...student(target), msg: 'Likes chess.' }) },
  'GET /centers/:centerId/prospects': { scopes: centers, input: inCenter },
  'PATCH /centers/:centerId/students/:studentId/prospect': { scopes: all, input: (target) => ({ ...student(target), stage: 'offer' }) },
  'PATCH /centers/:centerId/students/:studentId/notes/:noteId': {
    scopes: all,
    input: (target) => ({ ...student(target), noteId: target.noteId, active: false }),
  },
  'POST /centers/:centerId/students/:studentId/awards': {
    scopes: all,
    input: (target) => ({ ...student(target), type: 'Medal', subject: 'Math' }),
  },
  'POST /centers/:centerId/students/:studentId/parents': {
    scopes: all,
    input: (target) => ({ ...student(target), ...names, email: address(), relationship: 'mother' }),
  },
  'POST /centers/:centerId/students/imports': {
    scopes: centers,
    input: ({ centerId }) => ({ centerId, csv: `First name\nNia ${newId()}`, dryRun: false }),
  },
  'GET /centers/:centerId/parents/:parentId': { scopes: all, input: ({ centerId, parentId }) => ({ centerId, parentId }) },
  'PATCH /centers/:centerId/parents/:parentId': { scopes: all, input: ({ centerId, parentId }) => ({ centerId, parentId, ...names }) },
  'PATCH /centers/:centerId/students/:studentId/parents/:parentId': {
    scopes: all,
    input: (target) => ({ ...student(target), parentId: target.parentId, pickup: false }),
  },
  'DELETE /centers/:centerId/students/:studentId/parents/:parentId': {
    scopes: all,
    alters: true,
    input: (target) => ({ ...student(target), parentId: target.parentId }),
  },
  'GET /centers/:centerId/attendances/export': { scopes: all, input: (target) => ({ ...student(target), ...onToday(target) }) },
  'GET /centers/:centerId/students/imports': { scopes: centers, input: inCenter },
  'POST /centers/:centerId/students/imports/:id/undo': {
    scopes: centers,
    alters: true,
    input: ({ centerId, studentImportId }) => ({ centerId, id: studentImportId }),
  },
  'POST /students/check': { scopes: centers, input: ({ centerId }) => ({ centerId, rows: [{ ref: '1', ...names }] }) },
  'GET /students/:id': { scopes: all, input: ({ studentId }) => ({ id: studentId }) },
  'PATCH /students/:id': { scopes: all, input: ({ studentId }) => ({ id: studentId, avatar: 'fox_face' }) },
  'GET /parents/:id/students': { scopes: all, input: ({ parentId }) => ({ id: parentId }) },
  ...familyExamples,
  ...workExamples,
  ...accountExamples,
  ...classroomExamples,
  ...gradingExamples,
  ...officeExamples,
  ...privacyExamples,
  ...materialExamples,
}
