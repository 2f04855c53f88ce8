import { z } from 'zod'
import { Given, Verdict } from '#features/questions/rules.ts'
import { get, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Id, Num } from '#shared/ids.ts'
import { answerLimit } from '../answering/api.ts'
import { WorkQuestion } from '../api.ts'
import { WorkKind } from '../rules.ts'

/**
 * Identifies a question, which must be over, by its sequence number. Each `round` uses other values of a
 * random question, or another question of the same section.
 */
const round = z.object({ kind: WorkKind, id: Id, n: Num, round: z.coerce.number().int().min(1).max(1000) })

/** `isSame` is true if there is no similar question, so the original one is asked again. */
const SimilarQuestion = record('SimilarQuestion', {
  ...WorkQuestion.pick({ instructions: true, content: true, visual: true, shown: true }).shape,
  isSame: z.boolean(),
})

/**
 * Practice with a question similar to one that is over. Nothing is stored and nothing counts. Responds with
 * 409 while the solution of the original question is still hidden.
 */
export const similar = {
  question: get('/student/similar/:kind/:id/:n', { who: 'self.read', input: round, output: SimilarQuestion }),
  check: post('/student/similar/:kind/:id/:n', {
    who: 'self.work',
    effect: 'reads',
    limit: answerLimit,
    input: round.extend({ given: Given }),
    output: z.object({ verdict: Verdict, solution: Given }),
  }),
}
