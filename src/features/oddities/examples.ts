import { centerScopes, type Example, examplesFor, inCenter, isThereOrNot } from '#tests/example.ts'
import { oddities } from './api.ts'

/** Example calls of the feature's endpoints. */
export const odditiesExamples: readonly Example[] = [
  ...examplesFor(oddities, {
    list: { scopes: centerScopes, input: inCenter },
    file: { scopes: centerScopes, input: inCenter },
    snooze: {
      scopes: centerScopes,
      input: ({ centerId, studentId }) => ({
        centerId,
        key: `ST03 ${studentId}`,
        until: '2026-03-10',
        reason: 'On vacation.',
      }),
    },
    wake: {
      scopes: centerScopes,
      input: ({ centerId, studentId }) => ({ centerId, key: `ST03 ${studentId}` }),
      status: [204, 404],
      prepare: async ({ centerId, studentId }, { call }) => {
        const key = `ST03 ${studentId}`
        await call(oddities.snooze, { centerId, key, until: '2026-03-10', reason: 'On vacation.' })
        return { key }
      },
      unversioned: isThereOrNot,
    },
  }),
]
