import { v7 as newId } from 'uuid'
import { type Example, examplesFor, ownScope } from '#tests/example.ts'
import { operation } from './api.ts'
import { storage } from './storage/api.ts'

/** Example calls of the feature's endpoints. */
export const operationExamples: readonly Example[] = [
  ...examplesFor(operation, {
    read: { scopes: ownScope, input: () => ({}) },
    // The test server has no backup folder.
    backUp: {
      scopes: ownScope,
      input: () => ({}),
      status: [409],
      notRepeated: 'The fixture has no folder for backups; its own test calls it twice.',
    },
    seen: {
      scopes: ownScope,
      input: ({ studentId }) => ({ id: studentId }),
      status: [404],
      prepare: async (_, { write }) => {
        const id = newId()
        await write(
          (db) => db`insert into alarms (id, kind, text) values (${id}, ${id}, 'The last backup failed.')`,
        )
        return { id }
      },
    },
  }),
  ...examplesFor(storage, {
    read: { scopes: ownScope, input: () => ({}) },
    change: { scopes: ownScope, input: ({ centerId }) => ({ centerId, quota: 6_000_000_000 }) },
  }),
]
