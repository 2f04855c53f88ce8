import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { Id } from '#shared/ids.ts'

const file = {
  effect: 'own',
  media: 'application/json',
  isLong: true,
  /** `how` is the purpose: to show the record on a page (`opened`), or to download it (`saved`). */
  input: z.object({ id: Id, how: z.enum(['opened', 'saved']).default('saved') }),
  output: z.custom<AsyncIterable<string>>(),
} as const

/**
 * All stored data about one child, as JSON streamed while it is read (reliability R-priv). Every export is
 * recorded and reported to the admins before it starts. Responds with 404 if the person isn't a child or, for
 * a parent, isn't that parent's child; with 403 `reauth` if the caller hasn't entered the password or a code
 * recently; and with 429 if the caller has reached the daily limit on exports (`exportsOf`).
 */
export const childRecord = {
  /** Exports the complete data, including the office's internal data, for admins. */
  ofStudent: get('/students/:id/record', { who: 'record.export', ...file }),
  /** Exports a child's data for parents: what the family may see, with nothing about other people. */
  ofChild: get('/parent/students/:id/record', { who: 'children.export', ...file }),
}
