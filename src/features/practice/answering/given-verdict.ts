import { isBlank } from '#features/questions/kinds/given.ts'
import {
  type AnswerKey,
  type Given,
  grade,
  gradeAtLast,
  unjudged,
  type Verdict,
} from '#features/questions/rules.ts'
import { isFree, type WorkKind } from '../rules.ts'

/**
 * Returns the automatic verdict on an answer. In homework, unreadable answers can still be corrected; in
 * other work, they are wrong. Handwriting `onPaper` is stored without text, and only a person can judge it.
 */
export const verdictIn = (kind: WorkKind, key: AnswerKey, given: Given, onPaper = false): Verdict =>
  onPaper && isBlank(given) ? unjudged(key) : (isFree(kind) ? gradeAtLast : grade)(key, given)
