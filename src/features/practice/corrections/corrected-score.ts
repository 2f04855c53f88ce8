import type { WorkKind, WorkState } from '../rules.ts'

/**
 * Corrections: homework of what was wrong in a returned test, in another variant where a question has one. The test has one at a time, and once they
 * are complete its second score (product §5, §8).
 */
type Test = { kind: WorkKind; state: WorkState; wrong: number; correction: WorkState | null }

/** Why there are no corrections to be given of a test, or null. `wrong` counts its questions that weren't right, `correction` is how those given stand. */
export function whyNotCorrected({ kind, state, wrong, correction }: Test) {
  if (kind !== 'test' || state !== 'returned') return { code: 'not_returned', message: 'Corrections are there once the test is returned.' }
  if (correction === 'assigned' || correction === 'started')
    return { code: 'open_already', message: 'The corrections of this test are open already.' }
  if (correction !== null) return { code: 'corrected_already', message: 'This test has been corrected already.' }
  if (wrong === 0) return { code: 'nothing_wrong', message: 'Everything in this test was right.' }
  return null
}

type Corrected = { solved: boolean; score: number | null; corrected: boolean }

/** A test's score after its corrections, 0 to 1: what was right at first or in them counts whole, the rest as it did at first. */
export function correctedScore(questions: readonly Corrected[]) {
  const scores = questions.map(({ solved, score, corrected }): number => (solved || corrected ? 1 : (score ?? 0)))
  return scores.length > 0 ? scores.reduce((sum, score) => sum + score, 0) / scores.length : 0
}

/** How corrections are called that are of a test of this name. */
export const correctionsName = (test: string) => `Corrections of ${test}`.slice(0, 100)
