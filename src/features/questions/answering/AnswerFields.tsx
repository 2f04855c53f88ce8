import type { ComponentType } from 'react'
import { FrFields } from '../kinds/fr/fields/FrFields.tsx'
import { emptyGiven, fits, type Kind } from '../kinds/given.ts'
import { LaterChoices, LaterGraph, LaterSentence } from './LaterFields.tsx'
import type { Fields } from './fields.ts'
import type { Given, Shown } from '#features/questions/rules.ts'

/**
 * Fields of each kind. Those of free responses, the most frequent kind, come with the page; the others load
 * when a question needs them.
 */
const fieldsOf: { [K in Kind]: ComponentType<Fields<K>> } = {
  fr: FrFields,
  mc: LaterChoices,
  sentence: LaterSentence,
  graph: LaterGraph,
}

type AnswerFieldsProps = Omit<Fields, 'shown' | 'given'> & { shown: Shown; given: Given | null }

/** Fields for the answer to any kind of question. An answer that no longer fits its question is left out. */
export function AnswerFields({ shown, given, ...rest }: AnswerFieldsProps) {
  const KindFields = fieldsOf[shown.kind] as ComponentType<Fields>
  return (
    <KindFields {...rest} shown={shown} given={given && fits(shown, given) ? given : emptyGiven(shown)} />
  )
}
