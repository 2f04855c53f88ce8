import type { Handlers } from '#server/call.ts'
import type { childGoal, goals, ownGoal } from './api.ts'
import { celebrateGoal, chooseGoal, goalOfChild, goalOfSelf, goalOfStudent, setGoal } from './goals.ts'

export const goalsRoutes: Handlers<typeof goals> = {
  ofStudent: (call) => goalOfStudent(call, call.input),

  change: (call) => setGoal(call, call.input),
}

export const ownGoalRoutes: Handlers<typeof ownGoal> = {
  read: (call) => goalOfSelf(call),

  change: (call) => chooseGoal(call, call.input),

  async celebrate(call) {
    await celebrateGoal(call)
    return null
  },
}

export const childGoalRoutes: Handlers<typeof childGoal> = {
  read: (call) => goalOfChild(call, call.input),
}
