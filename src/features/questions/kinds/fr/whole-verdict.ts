import { type PartVerdict, verdict, type VerdictStatus } from '../verdict.ts'

/** Derives the status of a question from the verdicts on its parts. */
export function combinedStatus(verdicts: readonly PartVerdict[], score: number): VerdictStatus {
  const some = (status: VerdictStatus) => verdicts.some((part) => part.status === status)
  if (some('ungraded') || verdicts.length === 0) return 'ungraded'
  if (verdicts.every(({ status }) => status === 'correct')) return 'correct'
  return score > 0 ? 'partial' : 'incorrect'
}

/**
 * Returns a verdict that reports only the unreadable parts. An answer that costs no try must not reveal which
 * other parts are right.
 */
export function unread(verdicts: readonly PartVerdict[]) {
  const parts = verdicts.map((part) => (part.status === 'invalid' ? part : verdict('ungraded', '')))
  return { status: 'invalid' as const, score: 0, parts }
}
