import { allScopes, type Example, examplesFor, ownScope } from '#tests/example.ts'
import { histories } from './api.ts'
import { audit } from './audit/api.ts'

/** Example calls of the feature's endpoints. */
export const historyExamples: readonly Example[] = [
  ...examplesFor(histories, {
    of: { scopes: allScopes, input: ({ centerId, studentId }) => ({ centerId, of: studentId }) },
  }),
  ...examplesFor(audit, {
    list: { scopes: ownScope, input: () => ({}) },
    file: { scopes: ownScope, input: () => ({}) },
  }),
]
