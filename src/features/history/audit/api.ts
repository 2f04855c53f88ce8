import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { Day, Instant } from '#shared/days.ts'
import { Text } from '#shared/fields.ts'
import { CenterName } from '#shared/ids.ts'
import { Area } from './audit-filter.ts'

/** One row of the trail. `device` is where it was done when not by an account; then `by` is who had begun to work there. Stored text. */
const AuditEntry = z.object({
  id: z.string(),
  at: Instant,
  by: z.string(),
  device: z.string(),
  center: z.string(),
  action: z.string(),
  entity: z.string(),
  sentence: z.string(),
  /** As JSON; null where there was nothing. */
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const asked = z.object({
  /** Parts of the name of who did it, and of whom or what it was done to; an id finds that record. */
  by: Text(100).default(''),
  of: Text(100).default(''),
  area: Area.optional(),
  on: Day.optional(),
  center: CenterName.optional(),
})

/** Everything that was ever changed, across the centers (reliability T47, M50). A day is one of the center's, without a center one in UTC. */
export const audit = {
  /** The newest first, 50 at once; `after` is the last `id` of the page before. */
  list: get('/audit', {
    who: 'audit.read',
    input: asked.extend({
      after: z
        .string()
        .regex(/^\d{1,18}$/, 'must be where a page ended')
        .optional(),
    }),
    output: z.object({ entries: z.array(AuditEntry), after: z.string().nullable() }),
  }),
  /** All that is found, at most 100,000 rows. 403 `reauth`, 429. */
  file: get('/audit/export', {
    who: 'audit.read',
    effect: 'own',
    media: 'text/csv',
    input: asked,
    output: z.custom<AsyncIterable<string>>(),
  }),
}
