import { allScopes, type Example, examplesFor, ownScope, studentIn } from '#tests/example.ts'
import { childGoal, goals, ownGoal } from './api.ts'

const oneNumber = 'A goal is one number, and the last choice counts.'

/** Example calls of the feature's endpoints. */
export const goalsExamples: readonly Example[] = [
  ...examplesFor(goals, {
    ofStudent: { scopes: allScopes, input: studentIn },
    change: {
      scopes: allScopes,
      input: (target) => ({ ...studentIn(target), set: 30 }),
      unversioned: oneNumber,
    },
  }),
  ...examplesFor(ownGoal, {
    read: { scopes: ownScope, input: () => ({}) },
    change: { scopes: ownScope, input: () => ({ questions: 40 }), unversioned: oneNumber },
    celebrate: {
      scopes: ownScope,
      input: () => ({}),
      unrecorded: 'Seeing a celebration changes nothing.',
    },
  }),
  ...examplesFor(childGoal, {
    read: { scopes: allScopes, input: ({ studentId }) => ({ studentId }) },
  }),
]
