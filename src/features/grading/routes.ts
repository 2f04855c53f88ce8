import type { Handlers } from '#server/call.ts'
import type { grading } from './api.ts'
import { giveBack, gradingQueue, waitingAnswersTo, gradeAnswers, undoGrades } from './grading.ts'

export const gradingRoutes: Handlers<typeof grading> = {
  queue: (call) => gradingQueue(call, call.input),

  question: (call) => waitingAnswersTo(call, call.input),

  grade: (call) => gradeAnswers(call, call.input),

  undo: (call) => undoGrades(call, call.input),

  async giveBack({ input, actor, db, center }) {
    return await giveBack(db, actor, center, input.works)
  },
}
