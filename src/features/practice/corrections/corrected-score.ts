import { t } from '#shared/language.ts'
import type { WorkKind, WorkState } from '../rules.ts'

/**
 * Corrections: homework made of the questions that were wrong in a returned test, in another variant if a
 * question has one. A test has at most one set of corrections that isn't void, and gets a second score once
 * they are returned (product §5, §8).
 */

type Test = { kind: WorkKind; state: WorkState; wrong: number; correction: WorkState | null }

/**
 * Returns the reason why a test can't get corrections, or null. `wrong` is the number of wrong questions in
 * the test, `correction` the state of its existing corrections.
 */
export function whyNotCorrected({ kind, state, wrong, correction }: Test) {
  if (kind !== 'test' || state !== 'returned')
    return { code: 'not_returned', message: t('Corrections are available once the test is returned.') }
  if (correction === 'assigned' || correction === 'started')
    return { code: 'open_already', message: t('The corrections for this test are already open.') }
  if (correction !== null)
    return { code: 'corrected_already', message: t('This test has already been corrected.') }
  if (wrong === 0) return { code: 'nothing_wrong', message: t('Everything in this test was right.') }
  return null
}

type CorrectedQuestion = { solved: boolean; score: number | null; corrected: boolean }

/**
 * Returns a test's score after its corrections, 0 to 1. Questions that were right in the test or in the
 * corrections count fully; the others keep their score.
 */
export function correctedScore(questions: readonly CorrectedQuestion[]) {
  const scores = questions.map(({ solved, score, corrected }): number =>
    solved || corrected ? 1 : (score ?? 0),
  )
  return scores.length > 0 ? scores.reduce((sum, score) => sum + score, 0) / scores.length : 0
}

export const correctionsName = (test: string) => t('Corrections for {test}', { test }).slice(0, 100)
