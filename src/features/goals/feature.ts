import { endpoints, type Feature } from '#server/feature.ts'
import { childGoal, goals, ownGoal } from './api.ts'
import { goalsWording } from './change-words.ts'
import { childGoalRoutes, goalsRoutes, ownGoalRoutes } from './routes.ts'

/**
 * Weekly goals: how many questions a child should answer from Monday to Sunday. The center has one for
 * everybody, staff can set another for a child, and the child can aim higher. Nothing happens if a goal isn't
 * reached: there are no reminders, no streaks, and no comparisons with other children.
 */
export const goalsFeature: Feature = {
  name: 'goals',
  endpoints: () => [
    endpoints(goals, goalsRoutes),
    endpoints(ownGoal, ownGoalRoutes),
    endpoints(childGoal, childGoalRoutes),
  ],
  wording: goalsWording,
}
