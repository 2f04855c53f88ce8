import { z } from 'zod'
import { Subject } from '#features/centers/rules.ts'
import { get, None, post } from '#shared/contract.ts'
import { Id } from '#shared/ids.ts'

/** The levels in the order in which they are printed. */
const LevelOrder = z.object({
  version: z.int(),
  levels: z.array(z.object({ levelId: Id, name: z.string(), course: z.string(), subject: Subject, position: z.int() })),
})
export type LevelOrder = z.infer<typeof LevelOrder>

/** Spec §7, `/bcprint/level-order`. A level that is new comes last; one that is deleted is gone from it. */
export const printing = {
  order: get('/bcprint/level-order', { who: 'print.order', input: None, output: LevelOrder }),
  /** Every level once: 422 `not_all_levels` with what is `missing` or `unknown`, 409 `order_changed` with the `current` order when `version` is old. */
  putOrder: post('/bcprint/level-order', {
    who: 'print.order',
    input: z.object({ version: z.int().min(1), levels: z.array(Id).max(2000) }),
    output: LevelOrder,
  }),
}
