import { fullName } from '#shared/full-name.ts'
import { type Example, examplesFor, ownScope, sharedScopes, type Target } from '#tests/example.ts'
import { factories } from '#tests/factories.ts'
import { erasing } from './erasing/api.ts'
import { retention } from './retention/api.ts'

const child = ({ studentId }: Target) => ({ id: studentId })

/** Example calls of the feature's endpoints. */
export const privacyExamples: readonly Example[] = [
  ...examplesFor(erasing, {
    preview: { scopes: sharedScopes, input: child },
    // The name is intentionally wrong, so that the example erases nobody.
    erase: {
      scopes: sharedScopes,
      input: ({ studentId }: Target) => ({ id: studentId, name: 'Somebody else' }),
      status: [422],
      prepare: async ({ centerId }, { write }) => {
        const { id, firstName, lastName } = await write((db) => factories(db).student(centerId))
        return { id, name: fullName({ firstName, lastName }) }
      },
    },
  }),
  ...examplesFor(retention, {
    get: { scopes: ownScope, input: () => ({}) },
    change: {
      scopes: ownScope,
      input: () => ({ formerMonths: 36 }),
      changes: () => [{ formerMonths: 36 }, { prospectMonths: 6 }],
    },
  }),
]
