import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Instant } from '#shared/days.ts'
import { Text } from '#shared/fields.ts'
import { CenterName } from '#shared/ids.ts'
import { Area } from './audit-filter.ts'

/**
 * One row of the audit log. In text fields, `<` and `>` are escaped, as in stored text. If the action was
 * done on a classroom device, `device` is its name, and `by` is the person who was using it, if known.
 */
const AuditEntry = record('AuditEntry', {
  id: z.string(),
  at: Instant,
  by: z.string(),
  device: z.string(),
  center: z.string(),
  action: z.string(),
  entity: z.string(),
  sentence: z.string(),
  /** JSON text; null if there was no data. */
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const auditFilter = z.object({
  /**
   * Parts of the name of the person, device or access token that made a change (`by`), and of the person it
   * affected (`of`). `of` can also be the id of a record.
   */
  by: Text(100).default(''),
  of: Text(100).default(''),
  area: Area.optional(),
  on: Day.optional(),
  center: CenterName.optional(),
})

/**
 * Audit log across all centers (reliability T47, M50). A day is in the time zone of the center in the
 * filter, or in UTC if the filter names no center.
 */
export const audit = {
  /** Entries newest first, 50 per page; `after` is the last `id` of the previous page. */
  list: get('/audit', {
    who: 'audit.read',
    isLong: true,
    input: auditFilter.extend({
      after: z
        .string()
        .regex(/^\d{1,18}$/, 'must be the id of an entry')
        .optional(),
    }),
    output: z.object({ entries: z.array(AuditEntry), after: z.string().nullable() }),
  }),
  /** Exports all matching rows, up to 100,000. 403 `reauth` and 429 as for every export. */
  file: get('/audit/export', {
    who: 'audit.read',
    effect: 'own',
    media: 'text/csv',
    isLong: true,
    input: auditFilter,
    output: z.custom<AsyncIterable<string>>(),
  }),
}
