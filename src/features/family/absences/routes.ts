import { created, type Handlers } from '#server/call.ts'
import { reportAbsence, withdrawAbsence } from './absences.ts'
import type { absences } from './api.ts'

export const absencesRoutes: Handlers<typeof absences> = {
  async tell(call) {
    const { outcome, isNew } = await reportAbsence(call, call.input)
    return isNew ? created(outcome) : outcome
  },

  withdraw: (call) => withdrawAbsence(call, call.input),
}
