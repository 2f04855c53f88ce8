import { FrFields } from '../kinds/fr/fields/FrFields.tsx'
import { LaterChoices, LaterGraph, LaterSentence } from './LaterFields.tsx'
import { emptyGiven, fits, type GivenOf } from '../kinds/given.ts'
import type { Fields } from './fields.ts'
import type { Given, Shown } from '#features/questions/rules.ts'

type AnswerFieldsProps = Omit<Fields, 'shown' | 'given'> & { shown: Shown; given: Given | null }

/** The fields of a question's answer, of whatever kind. What doesn't fit the question any more is left out. */
export function AnswerFields({ shown, given, ...rest }: AnswerFieldsProps) {
  const now = given && fits(shown, given) ? given : emptyGiven(shown)
  if (shown.kind === 'fr') return <FrFields {...rest} shown={shown} given={now as GivenOf<'fr'>} />
  if (shown.kind === 'mc') return <LaterChoices {...rest} shown={shown} given={now as GivenOf<'mc'>} />
  if (shown.kind === 'sentence') return <LaterSentence {...rest} shown={shown} given={now as GivenOf<'sentence'>} />
  return <LaterGraph {...rest} shown={shown} given={now as GivenOf<'graph'>} />
}
