import type { Example } from './permission-examples.ts'

/** Example calls for the consent of account owners and for unconfirmed new email addresses. */
export const accountExamples: Record<string, Example> = {
  'GET /centers/:centerId/requests': { scopes: ['own', 'other center', 'unknown'], input: ({ centerId }) => ({ centerId }) },
  'DELETE /centers/:centerId/requests/:id': {
    scopes: ['own', 'other center', 'other family', 'unknown'],
    alters: true,
    input: ({ centerId, requestId }) => ({ centerId, id: requestId }),
  },
  'POST /users/:id/email/link': { scopes: ['own', 'other center', 'unknown'], input: ({ personId }) => ({ id: personId }) },
  'DELETE /users/:id/email': { scopes: ['own', 'other center', 'unknown'], alters: true, input: ({ personId }) => ({ id: personId }) },
  'GET /users/me/requests': { scopes: ['own'], input: () => ({}) },
  // The caller has a request of their own only after somebody sent one. The tests of requests cover that.
  'POST /users/me/requests/:id': { scopes: ['unknown'], input: ({ requestId }) => ({ id: requestId, accept: true }) },
}
