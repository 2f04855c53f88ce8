import { password } from './factories.ts'
import type { Example, Scope, Target } from './permission-examples.ts'

/** Scopes of calls about any person, because an admin reaches everybody. */
const anybody: readonly Scope[] = ['own', 'unknown']
const all: readonly Scope[] = ['own', 'other center', 'other family', 'unknown']
const child = ({ studentId }: Target) => ({ id: studentId })

/** Example calls about account security, stored personal data, its access log, and erasure. */
export const privacyExamples: Record<string, Example> = {
  'GET /users/:id/factor': { scopes: all, input: ({ invitedId }) => ({ id: invitedId }) },
  // The caller's own account comes last, because the call ends the session.
  'PUT /users/:id/password': {
    scopes: all.toReversed(),
    alters: true,
    input: ({ personId }) => ({ id: personId, currentPassword: password, password: 'seven-herons-on-a-roof' }),
  },
  'GET /people/:id/erasure': { scopes: anybody, input: child },
  // The name in the input is wrong on purpose.
  'POST /people/:id/erasure': {
    scopes: anybody,
    input: ({ studentId }: Target) => ({ id: studentId, name: 'Somebody else' }),
    status: [422],
  },
  'GET /centers/:centerId/students/:studentId/access-log': { scopes: all, input: ({ centerId, studentId }) => ({ centerId, studentId }) },
  'POST /centers/:centerId/access-log': { scopes: all, input: ({ centerId, studentId }) => ({ centerId, students: [studentId] }) },
  'GET /retention': { scopes: ['own'], input: () => ({}) },
  'PATCH /retention': { scopes: ['own'], input: () => ({ formerMonths: 36 }) },
  'GET /audit': { scopes: ['own'], input: () => ({}) },
  'GET /audit/export': { scopes: ['own'], input: () => ({}) },
  'GET /students/:id/record': { scopes: anybody, input: child },
  'GET /parent/students/:id/record': { scopes: all, input: child },
}
