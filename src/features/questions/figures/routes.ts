import type { Handlers } from '#server/call.ts'
import type { figures } from './api.ts'
import { questionFigures, sectionFigures } from './figures.ts'

export const figuresRoutes: Handlers<typeof figures> = {
  ofSection: (call) => sectionFigures(call, call.input),

  ofQuestion: (call) => questionFigures(call, call.input),
}
