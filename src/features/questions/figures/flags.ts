/** Problems that a question's statistics can suggest. */
export const questionFlags = ['easy', 'hard', 'unrelated'] as const
export type QuestionFlag = (typeof questionFlags)[number]

export const flagWords: Record<QuestionFlag, { short: string; long: string }> = {
  easy: {
    short: 'Very easy',
    long: 'Nearly everyone gets it right on the first try. It may be too easy for this section.',
  },
  hard: {
    short: 'Rarely right',
    long: 'Hardly anyone gets it right on the first try. Check the answer and the wording.',
  },
  unrelated: {
    short: 'Check it',
    long: 'Students who do well elsewhere don’t do better here. They may be guessing, or the question may be misleading.',
  },
}

type AnswerCounts = { answers: number; rightFirst: number; discrimination: number | null }

/** Minimum numbers of answers: for reporting any problem, and for reporting a low correlation. */
const [fewest, minToCompare] = [20, 30]

/**
 * Returns the problem that a question's statistics suggest, or null. A correlation below 0.1 means that the
 * question doesn't distinguish strong students from weak ones.
 */
export function flagOf({ answers, rightFirst, discrimination }: AnswerCounts): QuestionFlag | null {
  if (answers < fewest) return null
  const share = rightFirst / answers
  if (share >= 0.97) return 'easy'
  if (share <= 0.15) return 'hard'
  return answers >= minToCompare && discrimination !== null && discrimination < 0.1 ? 'unrelated' : null
}
