import { type AnswerKey, type Given, grade, gradeAtLast, type Verdict } from '#features/questions/rules.ts'
import { isFree, type WorkKind } from '../rules.ts'

/**
 * Automatic verdict on an answer. In homework, unreadable answers can still be corrected; in other work, they
 * are wrong.
 */
export const verdictIn = (kind: WorkKind, key: AnswerKey, given: Given): Verdict =>
  (isFree(kind) ? gradeAtLast : grade)(key, given)
