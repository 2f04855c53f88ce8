import { v7 as newId } from 'uuid'
import { centerScopes, type Example, examplesFor, inCenter, ownScope } from '#tests/example.ts'
import { centers } from './api.ts'

/** Example calls of the feature's endpoints. */
export const centersExamples: readonly Example[] = [
  ...examplesFor(centers, {
    list: { scopes: ownScope, input: () => ({}) },
    one: { scopes: centerScopes, input: inCenter },
    create: {
      scopes: ownScope,
      input: () => ({ name: `New ${newId().slice(-8)}`, timeZone: 'Asia/Kolkata' }),
    },
  }),
]
