import { z } from 'zod'
import { post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Id } from '#shared/ids.ts'

/** Result of a delete: `trash` is the id to restore from. */
export const Dropped = record('Dropped', { trash: Id })
export type Dropped = z.infer<typeof Dropped>

/** Deleted material is kept for 30 days. */
export const trash = {
  /**
   * Restores it with everything under it. 409 when its number or name is taken by now, or its parent is gone.
   */
  restore: post('/bl/trash/:id/restore', {
    who: 'material.change',
    input: z.object({ id: Id }),
    output: z.object({
      kind: z.enum(['course', 'level', 'chapter', 'section', 'question', 'hint']),
      name: z.string(),
    }),
  }),
}
