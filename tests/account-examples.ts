import type { Example } from './permission-examples.ts'

/** Examples for the consent of an account's owner, and about a new email address that waits. */
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
  // It is the caller's own only where somebody has asked them, which is tried with the requests themselves.
  'POST /users/me/requests/:id': { scopes: ['unknown'], input: ({ requestId }) => ({ id: requestId, accept: true }) },
}
