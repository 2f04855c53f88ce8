import { centerScopes, type Example, examplesFor, inCenter, isThereOrNot } from '#tests/example.ts'
import { tokens } from './api.ts'

/** Example calls of the feature's endpoints. */
export const integrationsExamples: readonly Example[] = examplesFor(tokens, {
  list: { scopes: centerScopes, input: inCenter },
  create: {
    scopes: centerScopes,
    input: ({ centerId }) => ({ centerId, name: 'Accounting', scopes: ['students.read' as const] }),
  },
  revoke: {
    scopes: centerScopes,
    alters: true,
    input: ({ centerId, tokenId }) => ({ centerId, id: tokenId }),
    unversioned: isThereOrNot,
  },
})
