import { expression } from '#features/questions/kinds/fr/expression.ts'
import { grade as gradeQuestion } from '#features/questions/rules.ts'
import type { Grade } from './prove.ts'

/** Grades with the product's engine, the one under test. */
export const grade: Grade = (pair) => {
  // An answer that is partly right isn't accepted.
  if ('asked' in pair) {
    const { status } = gradeQuestion(pair.asked, pair.answered)
    return status === 'partial' ? 'incorrect' : status
  }
  const { key, given, letters, options } = pair
  const { status } = expression.grade(
    { kind: 'expression', value: key, variables: letters, ...options },
    given,
  )
  return status === 'partial' ? 'ungraded' : status
}
