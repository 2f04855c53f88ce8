import { z } from 'zod'
import { WorkKind } from '#features/practice/rules.ts'
import { VerdictStatus } from '#features/questions/kinds/verdict.ts'
import { Given } from '#features/questions/rules.ts'
import { get, post } from '#shared/contract.ts'
import { Id } from '#shared/ids.ts'
import { Include } from './regrade-effects.ts'

/** `status` and `score` (0 to 1) of the question, and `work` the score of the whole work, null while it isn't complete. */
const Standing = z.object({ status: VerdictStatus, score: z.number(), work: z.number().nullable() })

/** Somebody's answer on which another verdict holds by the new key. `reworded`: the question that was asked said something else than it does now. */
const Change = z.object({
  workId: Id,
  num: z.int(),
  studentId: Id,
  firstName: z.string(),
  lastName: z.string(),
  kind: WorkKind,
  workName: z.string(),
  given: Given,
  before: Standing,
  after: Standing,
  falls: z.boolean(),
  reworded: z.boolean(),
})
export type Change = z.infer<typeof Change>

/** How many were answered on older revisions of the question, and of how many the score rises or falls. */
const Counts = z.object({ answers: z.int(), rising: z.int(), falling: z.int() })

/** `changes` has those on whom another verdict holds, who fall first; 500 at most. */
export const Regrade = Counts.extend({ revision: z.int(), changes: z.array(Change) })
export type Regrade = z.infer<typeof Regrade>

/** Product §6: fixing a key offers a regrade, at the caller's centers. */
export const regrades = {
  look: get('/bl/questions/:id/regrade', { who: 'questions.regrade', input: z.object({ id: Id }), output: Regrade }),
  /**
   * 409 `not_current` when the question has another revision meanwhile; 409 `falls` with their number in `falling` unless that is what `confirmFalls`
   * says. Answers whom it concerned: a second time that is nobody.
   */
  apply: post('/bl/questions/:id/regrade', {
    who: 'questions.regrade',
    input: z.object({ id: Id, revision: z.int().min(1), include: Include, confirmFalls: z.int().min(0).optional() }),
    output: Counts,
  }),
}
