import { allScopes, type Example, examplesFor, isThereOrNot, ownScope, type Target } from '#tests/example.ts'
import { family } from './api.ts'
import { absences } from './absences/api.ts'

const absence = ({ studentId, classId }: Target) => ({ id: studentId, classId, on: '2026-03-10' })

/** Example calls of the feature's endpoints. */
export const familyExamples: readonly Example[] = [
  ...examplesFor(family, {
    children: { scopes: ownScope, input: () => ({}) },
    centers: { scopes: ownScope, input: () => ({}) },
    child: { scopes: allScopes, input: ({ studentId }) => ({ id: studentId }) },
    changeChild: {
      scopes: allScopes,
      input: ({ studentId }) => ({ id: studentId, avatar: 'fox_face' }),
      changes: () => [{ avatar: 'fox_face' }, { mails: false }],
      managesNobody: 'a parent changes their own child',
    },
    self: { scopes: ownScope, input: () => ({}) },
    change: {
      scopes: ownScope,
      input: () => ({ phone: '555-123-4567' }),
      changes: () => [{ firstName: 'Nia' }, { phone: '+15551234567' }],
    },
  }),
  ...examplesFor(absences, {
    tell: { scopes: allScopes, input: (target) => ({ ...absence(target), reason: 'Sick' }) },
    withdraw: {
      scopes: allScopes,
      input: absence,
      unrecorded: 'The fixture has no reported absence.',
      unversioned: isThereOrNot,
    },
  }),
]
