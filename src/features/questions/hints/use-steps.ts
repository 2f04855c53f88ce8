import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { hints } from '#features/material/hints/api.ts'
import { t } from '#shared/language.ts'
import { read, retryAfterPause } from '#web/api.ts'

const pauseMs = 400

/**
 * Renders steps when typing pauses, and returns them as `shown`. `broken` and `empty` have a message or null
 * for each step: that its math can't be displayed, or that nothing is written.
 */
export function useSteps(steps: readonly string[]) {
  const [rested] = useDebouncedValue(steps, pauseMs)
  const { data } = useQuery({
    ...read(hints.preview, { steps: [...rested] }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    ...retryAfterPause,
  })
  const shown = rested === steps ? data : undefined
  return {
    shown: data ?? [],
    broken: steps.map((_, at) => shown?.[at]?.faults[0] ?? null),
    empty: steps.map((step) => (step.trim() === '' ? t('Write this step, or delete it.') : null)),
  }
}
