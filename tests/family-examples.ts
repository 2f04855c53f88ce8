import type { Example, Scope, Target } from './permission-examples.ts'

const all: readonly Scope[] = ['own', 'other center', 'other family', 'unknown']
const nobodys: readonly Scope[] = ['own']

const calendar = ({ centerId, studentId }: Target) => ({ centerId, personId: studentId })
const absence = ({ studentId, classId }: Target) => ({ id: studentId, classId, on: '2026-03-10' })

/** Example calls of students and families, including their calendars. */
export const familyExamples: Record<string, Example> = {
  'GET /student': { scopes: nobodys, input: () => ({}) },
  'GET /parent/students': { scopes: nobodys, input: () => ({}) },
  'GET /parent/students/:id': { scopes: all, input: ({ studentId }) => ({ id: studentId }) },
  'GET /ical/:token.ics': { scopes: nobodys, input: () => ({ token: 'unknown' }), status: [404] },
  'GET /centers/:centerId/calendars/:personId': { scopes: all, input: calendar },
  'POST /centers/:centerId/calendars/:personId': { scopes: all, input: calendar },
  'GET /parent/students/:id/calendar': { scopes: all, input: ({ studentId }) => ({ id: studentId }) },
  'POST /parent/students/:id/calendar': { scopes: all, input: ({ studentId }) => ({ id: studentId }) },
  'POST /parent/students/:id/absences': { scopes: all, input: (target) => ({ ...absence(target), reason: 'Sick' }) },
  'DELETE /parent/students/:id/absences': { scopes: all, input: absence },
  'GET /student/record': { scopes: nobodys, input: () => ({}) },
  'PATCH /parent/students/:id': { scopes: all, input: ({ studentId }) => ({ id: studentId, avatar: 'fox_face' }) },
  'PATCH /student': { scopes: nobodys, input: () => ({ avatar: 'fox_face' }) },
  'PATCH /parent': { scopes: nobodys, input: () => ({ phone: '555-123-4567' }) },
}
