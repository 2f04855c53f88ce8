import { z } from 'zod'
import { Subject } from '#features/centers/rules.ts'
import { get, None, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Id } from '#shared/ids.ts'

/** Levels in print order. */
const LevelOrder = record('LevelOrder', {
  version: z.int(),
  levels: z.array(
    z.object({ levelId: Id, name: z.string(), course: z.string(), subject: Subject, position: z.int() }),
  ),
})
export type LevelOrder = z.infer<typeof LevelOrder>

/**
 * Order in which levels are printed (spec §7, `/bcprint/level-order`). New levels come last; deleted ones
 * disappear from the order.
 */
export const printing = {
  order: get('/bcprint/level-order', { who: 'print.order', input: None, output: LevelOrder }),
  /**
   * Saves the order, which must list every level exactly once. Otherwise, responds with 422 `not_all_levels`
   * and the `missing` and `unknown` levels. Responds with 409 `order_changed` and the `current` order if
   * `version` is out of date.
   */
  putOrder: post('/bcprint/level-order', {
    who: 'print.order',
    input: z.object({ version: z.int().min(1), levels: z.array(Id).max(2000) }),
    output: LevelOrder,
  }),
}
