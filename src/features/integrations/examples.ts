import {
  centerScopes,
  type Example,
  examplesFor,
  inCenter,
  isThereOrNot,
  type Target,
} from '#tests/example.ts'
import { tokens } from './api.ts'
import { webhooks } from './webhooks/api.ts'

const events = ['student.created' as const]
const webhookIn = ({ centerId, webhookId }: Target) => ({ centerId, id: webhookId })
const tokensExamples = examplesFor(tokens, {
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

const webhooksExamples = examplesFor(webhooks, {
  list: { scopes: centerScopes, input: inCenter },
  add: {
    scopes: centerScopes,
    input: ({ centerId }) => ({ centerId, url: 'https://example.com/changes', events }),
  },
  change: {
    scopes: centerScopes,
    input: (target) => ({ ...webhookIn(target), enabled: false }),
    changes: () => [{ url: 'https://example.com/other', enabled: undefined }, { enabled: false }],
  },
  renew: { scopes: centerScopes, input: webhookIn },
  remove: { scopes: centerScopes, alters: true, input: webhookIn, unversioned: isThereOrNot },
  deliveries: { scopes: centerScopes, input: webhookIn },
  replay: {
    scopes: centerScopes,
    input: (target) => ({ ...webhookIn(target), deliveryId: target.deliveryId }),
    unrecorded: 'It changes nothing of the center.',
  },
})

/** Example calls of the feature's endpoints. */
export const integrationsExamples: readonly Example[] = [...tokensExamples, ...webhooksExamples]
