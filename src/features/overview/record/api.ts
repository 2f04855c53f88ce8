import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { Id } from '#shared/ids.ts'

const file = {
  effect: 'own',
  media: 'application/json',
  /** What the caller is about to do with it: to show it on a page, or to keep it. */
  input: z.object({ id: Id, how: z.enum(['opened', 'saved']).default('saved') }),
  output: z.custom<AsyncIterable<string>>(),
} as const

/**
 * All that is kept of one child, as JSON written while it is read (reliability R-priv). What leaves the house is recorded and told to the admins
 * before it does. 404 for what is no child (of the caller's); 403 `reauth`; 429 after twenty files in a day.
 */
export const childRecord = {
  /** For an admin: everything, with what the office keeps to itself. */
  ofStudent: get('/students/:id/record', { who: 'record.export', ...file }),
  /** For a parent: what a family may see, and nothing of other people. */
  ofChild: get('/parent/students/:id/record', { who: 'children.export', ...file }),
}
