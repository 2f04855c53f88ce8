import type { actionCases } from './audit-action-cases.ts'

// Audit rows about imported tables and about people who pick up children, with their sentences.
export const importCases: typeof actionCases = [
  ['imports.add', null, { kind: 'staff', total: 2 }, 'imported 2 staff members from a file'],
  ['imports.add', null, { kind: 'classes', total: 1 }, 'imported 1 class from a file'],
  ['imports.undo', null, { kind: 'enrollments' }, 'undid an import of enrollments'],
  [
    'pickups.add',
    null,
    { name: 'Rosa Diaz', relationship: 'aunt' },
    'allowed Rosa Diaz (aunt) to pick up the student',
  ],
  [
    'pickups.remove',
    { name: 'Rosa Diaz', relationship: '' },
    null,
    'removed Rosa Diaz from the people who can pick up the student',
  ],
]
