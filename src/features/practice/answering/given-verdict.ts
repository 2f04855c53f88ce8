import { type AnswerKey, type Given, grade, gradeAtLast, type Verdict } from '#features/questions/rules.ts'
import { isFree, type WorkKind } from '../rules.ts'

/** The machine's verdict on an answer in a work: in homework what can't be read may still be mended, elsewhere it is not right. */
export const verdictIn = (kind: WorkKind, key: AnswerKey, given: Given): Verdict => (isFree(kind) ? gradeAtLast : grade)(key, given)
