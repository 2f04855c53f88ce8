import {
  allScopes,
  centerScopes,
  type Example,
  examplesFor,
  inCenter,
  sharedScopes,
  type Target,
} from '#tests/example.ts'
import { classPage, dashboard } from './api.ts'
import { childRecord } from './record/api.ts'
import { search } from './search/api.ts'

const child = ({ studentId }: Target) => ({ id: studentId })

/** Example calls of the feature's endpoints. */
export const overviewExamples: readonly Example[] = [
  ...examplesFor(dashboard, {
    read: { scopes: centerScopes, input: inCenter },
  }),
  ...examplesFor(search, {
    all: { scopes: centerScopes, input: (target) => ({ ...inCenter(target), find: 'Ana' }) },
  }),
  ...examplesFor(classPage, {
    read: { scopes: centerScopes, input: ({ centerId, classId }) => ({ centerId, classId }) },
  }),
  ...examplesFor(childRecord, {
    ofStudent: { scopes: sharedScopes, input: child },
    ofChild: { scopes: allScopes, input: child },
  }),
]
