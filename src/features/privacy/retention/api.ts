import { z } from 'zod'
import { get, None, patch } from '#shared/contract.ts'
import { Day } from '#shared/days.ts'
import { Id } from '#shared/ids.ts'

const Months = z.int().min(1, 'must be at least 1 month').max(120, 'must be at most 120 months')

/** Who is erased on which night unless something happens before; `kind` says why. Stored text. */
const DueChild = z.object({ _id: Id, centerId: z.string(), name: z.string(), kind: z.enum(['prospect', 'former']), on: Day })

const Retention = z.object({
  formerMonths: z.int(),
  prospectMonths: z.int(),
  /** The day of the next night, and all who are due within 30 days from then, the next first; at most 500. */
  next: Day,
  due: z.array(DueChild),
  version: z.int(),
})
export type Retention = z.infer<typeof Retention>

/** How long people are kept who have left or never began (reliability R-priv). */
export const retention = {
  get: get('/retention', { who: 'privacy.keep', input: None, output: Retention }),
  /** Wants the password, given a moment ago (403 `reauth`): whom it makes due is erased in the next night. */
  change: patch('/retention', {
    who: 'privacy.keep',
    input: z.object({ formerMonths: Months.optional(), prospectMonths: Months.optional() }),
    output: Retention,
  }),
}
