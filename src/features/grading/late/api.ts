import { z } from 'zod'
import { LateAnswer } from '#features/practice/assigning/api.ts'
import { put } from '#shared/contract.ts'
import { Id } from '#shared/ids.ts'
import { GraderId } from '../api.ts'

/** Answers that arrived after the end of their work, or were overtaken by an answer from another device. */
export const lateAnswers = {
  /**
   * Accepts a late answer as the last answer to its question, or withdraws the acceptance. Responds with 409
   * if the work isn't complete, or if homework already has a right answer to the question. A withdrawal also
   * gets 409 if the answer has been graded or commented on, or is no longer the last one.
   */
  count: put('/students/:id/answers/:answerId/counted', {
    who: 'work.grade',
    input: z.object({ id: Id, answerId: Id, counted: z.boolean(), by: GraderId }),
    output: LateAnswer,
  }),
}
