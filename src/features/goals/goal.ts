/** Highest weekly goal, in questions. */
export const maxQuestions = 200

type Choices = {
  /** The center's goal. */
  usual: number
  /** Goal that staff set for the child, or null. */
  questions: number | null
  /** Goal that the child chose, or null. */
  own: number | null
}

/** Returns the minimum goal, as set by the center or staff; 0 for none. */
export const leastOf = ({ usual, questions }: Omit<Choices, 'own'>) => questions ?? usual

/** Returns the goal in effect. A child can aim higher than the minimum, but has no goal if that is 0. */
export function goalOf(choices: Choices) {
  const least = leastOf(choices)
  return least === 0 ? 0 : Math.max(least, choices.own ?? 0)
}
