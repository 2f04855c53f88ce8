import { z } from 'zod'
import { WorkKind } from '#features/practice/rules.ts'
import { VerdictStatus } from '#features/questions/kinds/verdict.ts'
import { Given } from '#features/questions/rules.ts'
import { get, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Id } from '#shared/ids.ts'
import { RegradeScope } from './regrade-effects.ts'

/**
 * Result of an answer. `status` and `score` (0 to 1) refer to the question. `work` is the score of the whole
 * work, or null until the work is complete.
 */
const QuestionResult = record('Standing', {
  status: VerdictStatus,
  score: z.number(),
  work: z.number().nullable(),
})

/**
 * An answer whose verdict the new key changes. `reworded` is true if the question text has changed since the
 * answer.
 */
const Change = record('Change', {
  workId: Id,
  num: z.int(),
  studentId: Id,
  firstName: z.string(),
  lastName: z.string(),
  kind: WorkKind,
  workName: z.string(),
  given: Given,
  before: QuestionResult,
  after: QuestionResult,
  falls: z.boolean(),
  reworded: z.boolean(),
})
export type Change = z.infer<typeof Change>

/**
 * Number of questions in students' work that were answered in an older revision (`answers`), and how many of
 * their scores rise or fall.
 */
const Counts = record('Counts', { answers: z.int(), rising: z.int(), falling: z.int() })

/** Preview of a regrade. `changes` lists at most 500 answers whose verdict changes, falling scores first. */
export const Regrade = Counts.extend({ revision: z.int(), changes: z.array(Change) })
export type Regrade = z.infer<typeof Regrade>

/** Regrades answers at the caller's centers after a key was corrected (product §6). */
export const regrades = {
  look: get('/bl/questions/:id/regrade', {
    who: 'questions.regrade',
    input: z.object({ id: Id }),
    output: Regrade,
  }),
  /**
   * Regrades the answers and returns their counts, which are zero when repeated. Responds with 409
   * `not_current` if the question has a newer revision. Responds with 409 `falls`, with the number of falling
   * scores in `falling`, unless `confirmFalls` equals that number.
   */
  apply: post('/bl/questions/:id/regrade', {
    who: 'questions.regrade',
    input: z.object({
      id: Id,
      revision: z.int().min(1),
      include: RegradeScope,
      confirmFalls: z.int().min(0).optional(),
    }),
    output: Counts,
  }),
}
