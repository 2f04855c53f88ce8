import type { Handlers } from '#server/call.ts'
import type { lateAnswers } from './api.ts'
import { countLateAnswers } from './late-answers.ts'

export const lateAnswerRoutes: Handlers<typeof lateAnswers> = {
  count: (call) => countLateAnswers(call, call.input),
}
