import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Instant } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'

/**
 * An action, described by a sentence that begins with the name of the person, device or program. `by` is that
 * name; empty if the product acted by itself. In both, `<` and `>` are escaped, as in stored text.
 */
const HistoryEntry = record('Happening', {
  id: z.string(),
  at: Instant,
  by: z.string(),
  sentence: z.string(),
})

/**
 * Changes to a center's records, described in sentences, visible only to its office (product §1, History).
 */
export const histories = {
  /**
   * Actions on a student, class, parent or staff member, and on their related records, newest first, 30 per
   * page; `after` is the last `id` of the previous page. With `on`, limited to that day of a class. Without
   * `of`, actions on the center's settings. 404 for records outside the center.
   */
  of: get('/centers/:centerId/history', {
    who: 'history.read',
    isLong: true,
    input: z.object({
      centerId: CenterName,
      of: Id.optional(),
      on: Day.optional(),
      after: z
        .string()
        .regex(/^\d{1,18}$/, 'must be the id of an entry')
        .optional(),
    }),
    output: z.object({ history: z.array(HistoryEntry), after: z.string().nullable() }),
  }),
}
