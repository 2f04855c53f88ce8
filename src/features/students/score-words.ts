/** The scores of a paper test as they are told, to families as well, whose pages read no schemas. */
export type Scores = { score1: string | null; score2: string | null }

/** `17/20`, `17/20, corrected 19/20`, or that there is none yet. */
export function scoresInWords({ score1, score2 }: Scores) {
  if (score1 === null) return 'No score yet'
  return score2 === null ? score1 : `${score1}, corrected ${score2}`
}
