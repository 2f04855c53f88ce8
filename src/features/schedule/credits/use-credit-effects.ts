import { useQuery } from '@tanstack/react-query'
import type { AskOf } from '#shared/contract.ts'
import { read } from '#web/api.ts'
import { credits } from './api.ts'
import { effectWords } from './effect-words.ts'

/**
 * Describes the effects of canceling or reinstating classes, and returns whether families were notified of
 * the cancellation. Null while loading.
 */
export function useCreditEffects(asked: AskOf<typeof credits.effects> | null) {
  const { data } = useQuery({
    ...read(credits.effects, asked ?? ({} as AskOf<typeof credits.effects>)),
    enabled: asked !== null,
  })
  return asked && data
    ? { words: effectWords(data, asked.meets), told: data.told, isAnybody: data.children > 0 }
    : null
}
