import { z } from 'zod'
import { post } from '#shared/contract.ts'
import { Id } from '#shared/ids.ts'

/** The answer to a delete: `trash` is what puts it back. */
export const Dropped = z.object({ trash: Id })
export type Dropped = z.infer<typeof Dropped>

/** What was deleted is kept for 30 days. */
export const trash = {
  /** Puts it back as it was, with everything under it. 409 when its number or name is taken by now, or what it belonged to is gone. */
  restore: post('/bl/trash/:id/restore', {
    who: 'material.change',
    input: z.object({ id: Id }),
    output: z.object({ kind: z.enum(['course', 'level', 'chapter', 'section', 'question', 'hint']), name: z.string() }),
  }),
}
