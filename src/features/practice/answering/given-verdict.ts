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
 * Returns the automatic verdict on an answer. Unreadable answers are `invalid` in homework, where they can
 * still be corrected, and wrong in other work. A blank answer from a worksheet (`onPaper`) may be
 * handwritten, so only a person can grade it.
 */
export const verdictIn = (kind: WorkKind, key: AnswerKey, given: Given, onPaper = false): Verdict =>
  onPaper && isBlank(given) ? unjudged(key) : (isFree(kind) ? gradeAtLast : grade)(key, given)
