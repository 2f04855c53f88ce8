import { z } from 'zod'
import { flagOf } from '../figures/flags.ts'
import { type AnswerKey, checkGiven, type Given, grade } from '../rules.ts'

/**
 * Reasons to review a question: its state, such as new or changed; problems that students' answers suggest;
 * or that it was sent back.
 */
export const reviewReasons = [
  'new',
  'changed',
  'imported',
  'marked',
  'easy',
  'hard',
  'unrelated',
  'mistake',
  'returned',
] as const
export const ReviewReason = z.enum(reviewReasons)
export type ReviewReason = (typeof reviewReasons)[number]

export const reasonWords: Record<ReviewReason, string> = {
  new: 'New',
  changed: 'Changed',
  imported: 'Imported',
  marked: 'Marked for review',
  easy: 'Very easy',
  hard: 'Rarely right',
  unrelated: 'Answers look like guesses',
  mistake: 'Wrong answer without a message',
  returned: 'Sent back',
}

/** Returns true if an answer is wrong or partly right, and the key has no message about it. */
export function isUnexplained(key: AnswerKey, given: Given) {
  if (checkGiven(key, given) !== null) return false
  const { status, mistake } = grade(key, given)
  return (status === 'incorrect' || status === 'partial') && mistake === undefined
}

export type Evidence = {
  answers: number
  rightFirst: number
  discrimination: number | null
  /** Number of answers that the question had when somebody last reviewed it; 0 if nobody has. */
  reviewedAnswers: number
  /** Frequent wrong answers, each with the key that it was graded with. */
  wrong: readonly { key: AnswerKey; given: Given }[]
}

/**
 * Returns the problems that students' answers suggest. After a review, returns none until there are twice as
 * many answers.
 */
export function flagsOf({ reviewedAnswers, wrong, ...figures }: Evidence) {
  if (figures.answers < 2 * reviewedAnswers) return []
  const flag = flagOf(figures)
  return [
    ...(flag ? [flag] : []),
    ...(wrong.some(({ key, given }) => isUnexplained(key, given)) ? ['mistake' as const] : []),
  ]
}
