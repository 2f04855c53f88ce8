import { expression } from '#features/questions/kinds/fr/expression.ts'
import type { Grade } from './prove.ts'

/** Grades with the product's engine, the one under test. */
export const grade: Grade = ({ key, given, letters, options }) => {
  const { status } = expression.grade(
    { kind: 'expression', value: key, variables: letters, ...options },
    given,
  )
  return status === 'partial' ? 'ungraded' : status
}
