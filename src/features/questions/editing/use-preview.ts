import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Draft, questions } from '../api.ts'
import { type AnswerKey, textsOf } from '../rules.ts'
import type { OutputOf } from '#shared/contract.ts'
import { read, retryAfterPause } from '#web/api.ts'
import { isBegun, missingIn, tidied } from './draft.ts'
import { formulasIn } from './answers/formulas.ts'

export type Preview = OutputOf<typeof questions.preview>
/**
 * A preview of the draft. `isWhole` is true if there is an answer to try, `isCurrent` if the preview matches
 * the current input.
 */
export type PreviewState = {
  preview: Preview | undefined
  error: Error | null
  isWhole: boolean
  isCurrent: boolean
}

const pauseMs = 400
const maxParts = 50

/**
 * Builds the request for a preview. While the answer is incomplete, its texts are included as labels, so that
 * they are rendered.
 */
function previewQuery(draft: Draft) {
  const { instructions, content, answers, variables, tests } = tidied(draft)
  const labels = (texts: readonly string[]) =>
    texts.map((text) => ({ kind: 'label' as const, text: text.slice(0, 500) }))
  if (Object.keys(missingIn(draft)).length > 0) {
    const parts = labels(['', ...textsOf(answers), ...formulasIn(answers)]).slice(0, maxParts)
    return {
      instructions,
      content,
      answers: { kind: 'fr', parts } satisfies AnswerKey,
      variables: null,
      tests: [],
    }
  }
  // A key's formulas aren't among its texts, so they are sent as labels, to be rendered as well.
  const shown = variables ? [] : labels(formulasIn(answers))
  const withFormulas =
    'parts' in answers ? { ...answers, parts: [...answers.parts, ...shown].slice(0, maxParts) } : answers
  return { instructions, content, answers: withFormulas, variables, tests }
}

/** Fetches a preview when typing pauses. Keeps the previous one until the next one arrives. */
export function usePreview(draft: Draft): PreviewState {
  const [rested] = useDebouncedValue(draft, pauseMs)
  const isWhole = isBegun(rested) && Object.keys(missingIn(rested)).length === 0
  const { data, error, isFetching } = useQuery({
    ...read(questions.preview, previewQuery(rested)),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    ...retryAfterPause,
  })
  return { preview: data, error, isWhole, isCurrent: rested === draft && !isFetching }
}
