import { expression } from '#features/questions/kinds/fr/expression.ts'
import { grade as gradeQuestion, gradeAtLast } from '#features/questions/rules.ts'
import type { Following, FormulaPair } from './families.ts'
import type { Grade } from './prove.ts'

const number = (value: string, unit?: string) =>
  unit === undefined
    ? { kind: 'number' as const, value }
    : { kind: 'number' as const, value, unit, convertUnits: true }

/** Grades the last part of a question, whose answer follows from the others. */
function gradeLast({ key, given }: FormulaPair, { follows, right, earlier, units = [] }: Following) {
  const parts = [
    ...right.map((value, at) => number(value, units[at])),
    { ...number(key, units[right.length]), follows },
  ]
  const verdict = gradeAtLast({ kind: 'fr', parts }, { kind: 'fr', parts: [...earlier, given] })
  return verdict.parts.at(-1)?.status ?? 'invalid'
}

/** Grades with the product's engine, the one under test. */
export const grade: Grade = (pair) => {
  // A partly right answer must not count as right.
  if ('asked' in pair) {
    const { status } = gradeQuestion(pair.asked, pair.answered)
    return status === 'partial' ? 'incorrect' : status
  }
  const { key, given, letters, options } = pair
  const status =
    options && 'follows' in options
      ? gradeLast(pair, options)
      : expression.grade({ kind: 'expression', value: key, variables: letters, ...options }, given).status
  return status === 'partial' ? 'ungraded' : status
}
