import { z } from 'zod'
import { post } from '#shared/contract.ts'
import { Id } from '#shared/ids.ts'
import { WorkLine } from '../api.ts'

/** Homework of what was wrong in a returned test. 409 while there is nothing to correct, when it is there already or was done. */
export const corrections = {
  give: post('/students/:id/tests/:itemId/corrections', {
    who: 'work.assign',
    input: z.object({ id: Id, itemId: Id }),
    output: WorkLine,
  }),
  /** A student takes them up alone. */
  take: post('/student/tests/:id/corrections', { who: 'self.work', input: z.object({ id: Id }), output: WorkLine }),
}
