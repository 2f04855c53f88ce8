import { created, type Handlers } from '#server/call.ts'
import type { imports } from './api.ts'
import { importsIntoSection, questionImport, startQuestionImport } from './question-imports.ts'

export const importRoutes: Handlers<typeof imports> = {
  async start(call) {
    const started = await startQuestionImport(call, call.input)
    return started.import ? created(started) : started
  },

  list: (call) => importsIntoSection(call, call.input),
  one: (call) => questionImport(call, call.input.id),
}
