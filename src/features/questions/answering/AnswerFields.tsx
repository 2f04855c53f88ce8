import type { ComponentType } from 'react'
import type { Given, Shown } from '../rules.ts'
import { emptyGiven, fits } from '../kinds/given.ts'
import { kindScreens } from '../kinds/KindScreens.tsx'
import type { Fields } from './fields.ts'

type AnswerFieldsProps = Omit<Fields, 'shown' | 'given'> & { shown: Shown; given: Given | null }

/**
 * Fields for the answer to a question of any kind. They are empty if the given answer doesn't fit the
 * question.
 */
export function AnswerFields({ shown, given, ...rest }: AnswerFieldsProps) {
  const KindFields = kindScreens[shown.kind].Fields as ComponentType<Fields>
  return (
    <KindFields {...rest} shown={shown} given={given && fits(shown, given) ? given : emptyGiven(shown)} />
  )
}
