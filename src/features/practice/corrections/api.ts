import { z } from 'zod'
import { post } from '#shared/contract.ts'
import { Id } from '#shared/ids.ts'
import { WorkLine } from '../api.ts'

/**
 * Corrections: homework made of the questions that were wrong in a returned test. Responds with 409 if the
 * test isn't returned, has nothing to correct, or already has corrections.
 */
export const corrections = {
  give: post('/students/:id/tests/:itemId/corrections', {
    who: 'work.assign',
    input: z.object({ id: Id, itemId: Id }),
    output: WorkLine,
  }),
  /** Lets students assign corrections to themselves. */
  take: post('/student/tests/:id/corrections', {
    who: 'self.work',
    input: z.object({ id: Id }),
    output: WorkLine,
  }),
}
