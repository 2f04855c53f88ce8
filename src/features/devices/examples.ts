import { centerScopes, type Example, examplesFor, inCenter, ownScope } from '#tests/example.ts'
import { activation, devices } from './api.ts'

/** Example calls of the feature's endpoints. */
export const devicesExamples: readonly Example[] = [
  ...examplesFor(activation, {
    activate: {
      scopes: ownScope,
      input: () => ({ key: 'BCDF-GHJK' }),
      status: [401, 429],
      managesNobody: 'of devices',
    },
  }),
  ...examplesFor(devices, {
    list: { scopes: centerScopes, input: inCenter },
    create: { scopes: centerScopes, input: ({ centerId }) => ({ centerId, name: 'Green room' }) },
    change: {
      scopes: centerScopes,
      input: ({ deviceId }) => ({ id: deviceId, name: 'Blue room' }),
      changes: () => {
        const one = { name: 'Blue room' }
        return [one, { reissue: true }, { ...one, state: 'pending' }]
      },
    },
    revoke: { scopes: centerScopes, alters: true, input: ({ deviceId }) => ({ id: deviceId }) },
  }),
]
