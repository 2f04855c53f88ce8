import {
  allScopes,
  centerScopes,
  type Example,
  examplesFor,
  inCenter,
  ownScope,
  sharedScopes,
  type Target,
} from '#tests/example.ts'
import { allCenters } from './all-centers/api.ts'
import { classPage, dashboard } from './api.ts'
import { firstSteps } from './first-steps/api.ts'
import { childRecord } from './record/api.ts'
import { search } from './search/api.ts'

const range = () => ({ from: '2026-02-04', to: '2026-03-03' })
const child = ({ studentId }: Target) => ({ id: studentId })

/** Example calls of the feature's endpoints. */
export const overviewExamples: readonly Example[] = [
  ...examplesFor(dashboard, {
    read: { scopes: centerScopes, input: inCenter },
  }),
  ...examplesFor(allCenters, {
    compare: { scopes: ownScope, input: range },
    tasksAndMoney: { scopes: ownScope, input: () => ({}) },
    file: { scopes: ownScope, input: range },
  }),
  ...examplesFor(search, {
    all: { scopes: centerScopes, input: (target) => ({ ...inCenter(target), find: 'Ana' }) },
  }),
  ...examplesFor(classPage, {
    read: { scopes: centerScopes, input: ({ centerId, classId }) => ({ centerId, classId }) },
  }),
  ...examplesFor(firstSteps, {
    read: { scopes: centerScopes, input: inCenter },
  }),
  ...examplesFor(childRecord, {
    ofStudent: { scopes: sharedScopes, input: child },
    ofChild: { scopes: allScopes, input: child },
  }),
]
