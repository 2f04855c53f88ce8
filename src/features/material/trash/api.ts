import { z } from 'zod'
import { post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Id } from '#shared/ids.ts'

/** Result of a deletion: `trash` is the id of the trash entry to restore from. */
export const TrashRef = record('Dropped', { trash: Id })
export type TrashRef = z.infer<typeof TrashRef>

/** Deleted material is kept for 30 days. */
export const trash = {
  /**
   * Restores an entry with everything under it. Responds with 409 if its number or name is taken, or if its
   * parent or one of its pictures is gone.
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
