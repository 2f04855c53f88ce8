import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { hints } from '#features/material/hints/api.ts'
import { t } from '#shared/language.ts'
import { read, retryAfterPause } from '#web/api.ts'

const pauseMs = 400

/**
 * Renders steps when typing pauses, and returns them as `shown`. `broken` has a message for each step
 * whose math can't be displayed, and `empty` for each step without text; both have null for other steps.
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
