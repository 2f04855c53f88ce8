import type { Example, Scope, Target } from './permission-examples.ts'

const all: readonly Scope[] = ['own', 'other center', 'other family', 'unknown']
/** Scopes of calls about a whole center, where families don't matter. */
const centers: readonly Scope[] = ['own', 'other center', 'unknown']
const inCenter = ({ centerId }: Target) => ({ centerId })

const lists = ['students', 'classes', 'staff', 'parents', 'credits', 'prospects', 'reports/schedule-oddities', 'emails']

/** Example calls of the office about a whole center: list files, oddities and messages. */
export const officeExamples: Record<string, Example> = {
  'GET /centers/:centerId/awards/due': { scopes: centers, input: inCenter },
  ...Object.fromEntries(lists.map((list) => [`GET /centers/:centerId/${list}/export`, { scopes: centers, input: inCenter }])),

  'GET /centers/:centerId/students/imports/:id': {
    scopes: centers,
    input: ({ centerId, studentImportId }) => ({ centerId, id: studentImportId }),
  },
  'DELETE /centers/:centerId/students/imports/dry-run': { scopes: centers, input: inCenter },

  'GET /operation': { scopes: ['own'], input: () => ({}) },
  'GET /operation/storage': { scopes: ['own'], input: () => ({}) },
  'PUT /operation/storage/:centerId': { scopes: ['own'], input: ({ centerId }) => ({ centerId, quota: 6_000_000_000 }) },
  // The test server has no backup folder.
  'POST /operation/backups': { scopes: ['own'], input: () => ({}), status: [409] },
  'POST /operation/alarms/:id/seen': { scopes: ['own'], input: ({ studentId }) => ({ id: studentId }), status: [404] },

  'GET /centers/:centerId/reports/schedule-oddities': { scopes: centers, input: inCenter },
  'POST /centers/:centerId/reports/schedule-oddities/snoozes': {
    scopes: centers,
    input: ({ centerId, studentId }) => ({ centerId, key: `ST03 ${studentId}`, until: '2026-03-10', reason: 'On a journey.' }),
  },
  'DELETE /centers/:centerId/reports/schedule-oddities/snoozes': {
    scopes: centers,
    input: ({ centerId, studentId }) => ({ centerId, key: `ST03 ${studentId}` }),
    status: [204, 404],
  },

  'POST /centers/:centerId/emails': {
    scopes: all,
    input: ({ centerId, studentId }) => ({ centerId, audience: { studentIds: [studentId] }, subject: 'News', body: 'Dear {{parent}}' }),
  },
  'GET /centers/:centerId/emails': { scopes: centers, input: inCenter },
  'POST /centers/:centerId/emails/:id/resend': {
    scopes: centers,
    input: ({ centerId, studentId }) => ({ centerId, id: studentId }),
    status: [404],
  },
  'GET /devices': { scopes: centers, input: inCenter },
  'POST /devices': { scopes: centers, input: ({ centerId }) => ({ centerId, name: 'Green room' }) },
  'PATCH /devices/:id': { scopes: centers, input: ({ deviceId }) => ({ id: deviceId, name: 'Blue room' }) },
  'DELETE /devices/:id': { scopes: centers, alters: true, input: ({ deviceId }) => ({ id: deviceId }) },
}
