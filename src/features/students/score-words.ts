/** Scores of a paper test. Kept apart from the schemas, because families' pages don't load those. */
export type Scores = { score1: string | null; score2: string | null }

/** `17/20`, `17/20, corrected 19/20`, or 'No score yet'. */
export function scoresInWords({ score1, score2 }: Scores) {
  if (score1 === null) return 'No score yet'
  return score2 === null ? score1 : `${score1}, corrected ${score2}`
}
