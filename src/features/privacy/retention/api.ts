import { z } from 'zod'
import { get, None, patch } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day } from '#shared/days.ts'
import { Id } from '#shared/ids.ts'

const Months = z.int().min(1, 'must be at least 1 month').max(120, 'must be at most 120 months')

/**
 * A child who is due to be erased early on the day `on` (UTC), unless something changes. `kind` is the
 * reason.
 */
const DueChild = record('DueChild', {
  _id: Id,
  centerId: z.string(),
  name: z.string(),
  kind: z.enum(['prospect', 'former']),
  on: Day,
})

const Retention = record('Retention', {
  formerMonths: z.int(),
  prospectMonths: z.int(),
  /** Date of the next nightly erasure, and everyone due within 30 days, soonest first, at most 500. */
  next: Day,
  due: z.array(DueChild),
  version: z.int(),
})
export type Retention = z.infer<typeof Retention>

/** Retention periods for people who left or never started (reliability R-priv). */
export const retention = {
  get: get('/retention', { who: 'privacy.keep', input: None, output: Retention }),
  /**
   * Changes the retention periods. Requires a recently entered password (403 `reauth`), because anyone whom
   * the change makes due is erased the next night.
   */
  change: patch('/retention', {
    who: 'privacy.keep',
    input: z.object({ formerMonths: Months.optional(), prospectMonths: Months.optional() }),
    output: Retention,
  }),
}
