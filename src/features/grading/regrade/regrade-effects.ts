import { z } from 'zod'
import { verdictIn } from '#features/practice/answering/given-verdict.ts'
import { afterAnswer, type Progress, type WorkKind } from '#features/practice/rules.ts'
import { type AnswerKey, checkGiven, type Given, type Verdict } from '#features/questions/rules.ts'
import { graded, type Quarter } from '../rules.ts'

/**
 * Answer to regrade (product §6). After a key is corrected, answers to older revisions of its question are
 * graded by the new key as if it had always applied. Grades given by a person are kept.
 */
export type AnswerToRegrade = { seq: number; given: Given; grade: Quarter | null; onPaper: boolean }

/**
 * Answers to regrade: `all` of them, or `rising`, which leaves out answers whose score would fall. Answers
 * that are left out keep the verdict of the old key.
 */
export const RegradeScope = z.enum(['rising', 'all'])
export type RegradeScope = z.infer<typeof RegradeScope>

/**
 * Current verdict on a question. The score of the verdict is 0 to 1. A solved question counts as 1, whatever
 * that score is (see `scoreOf`).
 */
export type CurrentVerdict = { solved: boolean; verdict: Pick<Verdict, 'status' | 'score'> }

type RegradedQuestion = Progress & {
  waits: boolean
  /** The answer that counts, and its verdict. */
  given: Given
  onPaper: boolean
  verdict: Verdict
  /** Automatic verdict on each answer by the new key. */
  machine: { seq: number; verdict: Verdict }[]
}

/**
 * Regrades a question's answers by another key, oldest first. Returns null if there are no answers or one
 * doesn't fit the key. In homework, the first right answer counts, even if a later one is wrong.
 */
export function regradeAnswers(
  kind: WorkKind,
  key: AnswerKey,
  answers: readonly AnswerToRegrade[],
): RegradedQuestion | null {
  let before: RegradedQuestion | null = null
  const machine: RegradedQuestion['machine'] = []
  for (const { seq, given, grade, onPaper } of answers) {
    if (checkGiven(key, given) !== null) return null
    const automatic = verdictIn(kind, key, given, onPaper)
    machine.push({ seq, verdict: automatic })
    if (kind === 'homework' && before?.solved) continue
    const { verdict } = graded(key, automatic, grade)
    const same: boolean = before !== null && JSON.stringify(before.given) === JSON.stringify(given)
    before = {
      ...afterAnswer(kind, before ?? { tries: 0, solved: false }, verdict, { same }),
      given,
      onPaper,
      verdict,
      machine,
    }
  }
  return before
}

/** Returns a question's score as counted toward its work. */
export const scoreOf = ({ solved, verdict }: CurrentVerdict) => (solved ? 1 : verdict.score)

const least = 1e-6

/** Compares the scores of a question before and after regrading. */
export function scoreChange(before: CurrentVerdict, after: CurrentVerdict): 'rises' | 'falls' | 'stays' {
  const more = scoreOf(after) - scoreOf(before)
  return more > least ? 'rises' : more < -least ? 'falls' : 'stays'
}
export type ScoreChange = ReturnType<typeof scoreChange>

/** Returns true if an answer whose score changes in this way is regraded. */
export const isIncluded = (include: RegradeScope, change: ScoreChange) =>
  include === 'all' || change !== 'falls'

/**
 * Returns the number of falling scores if it differs from the confirmed number, or null if the two are equal
 * or no score falls.
 */
export const unconfirmed = (falls: number, confirmed: number | undefined) =>
  falls > 0 && confirmed !== falls ? falls : null

/** Counts the answers to regrade, and how many of their scores rise or fall. */
export const countsOf = (changes: readonly { change: ScoreChange }[]) => {
  const count = (change: ScoreChange) => changes.filter((each) => each.change === change).length
  return { answers: changes.length, rising: count('rises'), falling: count('falls') }
}

/**
 * Returns the score of work, from 0 to 1, after the score of one of its questions has changed. Returns null
 * until the work is complete.
 */
export const workScore = (
  { score, total }: { score: number | null; total: number | null },
  before: CurrentVerdict,
  after: CurrentVerdict,
) =>
  score === null || !total
    ? null
    : Math.min(1, Math.max(0, score + (scoreOf(after) - scoreOf(before)) / total))
