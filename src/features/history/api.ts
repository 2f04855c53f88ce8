import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { Day, Instant } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'

/** What somebody did, in a sentence with their name; stored text. `by` is empty where nobody is known. */
const Happening = z.object({ id: z.string(), at: Instant, by: z.string(), sentence: z.string() })

/** Every change of a record in words (product §1, History), of a center's records and for its office alone. */
export const histories = {
  /**
   * What was done to a student, class, parent or member of the staff, and to what belongs to it, the newest first, 30 at once; `after` is the last `id`
   * of the page before. With `on` it is a class's day. Without `of` it is the center's settings. 404 for what isn't the center's.
   */
  of: get('/centers/:centerId/history', {
    who: 'history.read',
    input: z.object({
      centerId: CenterName,
      of: Id.optional(),
      on: Day.optional(),
      after: z
        .string()
        .regex(/^\d{1,18}$/, 'must be where a page ended')
        .optional(),
    }),
    output: z.object({ history: z.array(Happening), after: z.string().nullable() }),
  }),
}
