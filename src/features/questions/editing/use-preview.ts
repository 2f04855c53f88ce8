import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Draft, questions } from '#features/questions/api.ts'
import { type AnswerKey, textsOf } from '#features/questions/rules.ts'
import type { OutputOf } from '#shared/contract.ts'
import { read, retryAfterPause } from '#web/api.ts'
import { isBegun, missingIn, tidied } from './draft.ts'
import { formulasIn } from './answers/formulas.ts'

export type Preview = OutputOf<typeof questions.preview>
/** A preview, whether it has an answer to be tried on, and whether it is of what is typed now. */
export type Looked = { preview: Preview | undefined; error: Error | null; isWhole: boolean; isCurrent: boolean }

const pauseMs = 400
const mostParts = 50

/** Input of the preview. As long as the answer isn't written, only the texts are rendered, as labels. */
function askedOf(draft: Draft) {
  const { instructions, content, answers, variables, tests } = tidied(draft)
  const labels = (texts: readonly string[]) => texts.map((text) => ({ kind: 'label' as const, text: text.slice(0, 500) }))
  if (Object.keys(missingIn(draft)).length > 0) {
    const parts = labels(['', ...textsOf(answers), ...formulasIn(answers)]).slice(0, mostParts)
    return { instructions, content, answers: { kind: 'fr', parts } satisfies AnswerKey, variables: null, tests: [] }
  }
  // Formulas of the key itself are no texts of it: as labels they are rendered too.
  const shown = answers.kind === 'fr' && !variables ? labels(formulasIn(answers)) : []
  const withFormulas = answers.kind === 'fr' ? { ...answers, parts: [...answers.parts, ...shown].slice(0, mostParts) } : answers
  return { instructions, content, answers: withFormulas, variables, tests }
}

/** A draft as the server sees it, once the typing rests; the last preview stays until the next is there. */
export function usePreview(draft: Draft): Looked {
  const [rested] = useDebouncedValue(draft, pauseMs)
  const isWhole = isBegun(rested) && Object.keys(missingIn(rested)).length === 0
  const { data, error, isFetching } = useQuery({
    ...read(questions.preview, askedOf(rested)),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    ...retryAfterPause,
  })
  return { preview: data, error, isWhole, isCurrent: rested === draft && !isFetching }
}
