import { centerScopes, type Example, examplesFor, inCenter } from '#tests/example.ts'
import { reminders } from './api.ts'

/** Example calls of the feature's endpoints. */
export const remindersExamples: readonly Example[] = examplesFor(reminders, {
  list: { scopes: centerScopes, input: inCenter },
  put: {
    scopes: centerScopes,
    input: ({ centerId }) => ({ centerId, kind: 'class', isOn: false, hour: 17 }),
    unversioned: 'A switch with a number, replaced as a whole.',
  },
})
