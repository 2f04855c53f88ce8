import { useQuery } from '@tanstack/react-query'
import type { CallInput } from '#shared/contract.ts'
import { read } from '#web/api.ts'
import { credits } from './api.ts'
import { effectWords } from './effect-words.ts'

/**
 * Returns a description of the effects of canceling or reinstating classes, whether families were notified of
 * the cancellation, and whether anybody is expected. Returns null while loading, or if `input` is null.
 */
export function useCreditEffects(input: CallInput<typeof credits.effects> | null) {
  const { data } = useQuery({
    ...read(credits.effects, input ?? ({} as CallInput<typeof credits.effects>)),
    enabled: input !== null,
  })
  return input && data
    ? { words: effectWords(data, input.meets), notified: data.told, isAnybody: data.children > 0 }
    : null
}
