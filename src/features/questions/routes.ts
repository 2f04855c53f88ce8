import { created, type Handlers } from '#server/call.ts'
import type { questions } from './api.ts'
import {
  questionOf,
  questionsPage,
  addQuestion,
  changeQuestion,
  cloneQuestion,
  dropQuestion,
  arrangeQuestions,
  tryAnswer,
  previewQuestion,
} from './questions.ts'

export const questionRoutes: Handlers<typeof questions> = {
  list: (call) => questionsPage(call, call.input),

  add: async (call) => created(await addQuestion(call, call.input)),

  async one({ input, db }) {
    return await questionOf(db, input.id)
  },

  change: (call) => changeQuestion(call, call.input),

  clone: async (call) => created(await cloneQuestion(call, call.input)),

  drop: (call) => dropQuestion(call, call.input),

  arrange: (call) => arrangeQuestions(call, call.input),

  try: (call) => tryAnswer(call, call.input),

  preview: (call) => previewQuestion(call, call.input),
}
