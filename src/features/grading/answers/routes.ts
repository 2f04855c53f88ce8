import type { WorkKind } from '#features/practice/rules.ts'
import type { Handlers } from '#server/call.ts'
import type { GivenAnswers, oneAnswer } from './api.ts'
import { gradeAnswer, commentAnswer, answerWithQuestion, changeAnswer } from './answer-review.ts'

/**
 * Creates the handlers that grade and comment on answers in one kind of work (spec §7, Staff on students).
 */
export const givenAnswerRoutes = (kind: WorkKind): Handlers<GivenAnswers> => ({
  grade: (call) => gradeAnswer(call, call.input, kind),
})

export const oneAnswerRoutes: Handlers<typeof oneAnswer> = {
  comment: (call) => commentAnswer(call, call.input),

  open: (call) => answerWithQuestion(call, call.input),

  change: (call) => changeAnswer(call, call.input),
}
