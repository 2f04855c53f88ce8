import { useCallback, useEffect, useState } from 'react'
import type { Shown } from '#features/questions/rules.ts'
import { openAnew } from '#web/chunk-error.ts'

/** Parts of the page that only some questions need. Each is the same function in all renders. */
export const later = {
  math: () => import('../kinds/fr/fields/MathField.tsx'),
  work: () => import('./drawing/WorkPaper.tsx'),
  graph: () => import('../kinds/graph/GraphPaper.tsx'),
  choices: () => import('../kinds/mc/ChoiceFields.tsx'),
  sentence: () => import('../kinds/sentence/SentenceFields.tsx'),
}

/** Parts of the page that kinds of answers and of their parts need. */
const needed: Partial<Record<string, () => Promise<unknown>>> = {
  expression: later.math,
  work: later.work,
  graph: later.graph,
  mc: later.choices,
  sentence: later.sentence,
}

/** Preloads what a question needs before it is shown, because the network may be gone by then. */
export function prepare(shown: Shown) {
  const kinds = [shown.kind, ...('parts' in shown ? shown.parts.map(({ kind }) => kind) : [])]
  for (const kind of new Set(kinds)) needed[kind]?.().catch(() => {})
}

/**
 * Something loaded on demand, such as the field of an expression. `failed` is true until somebody retries.
 */
type Later<T> = { ready: T | null; failed: boolean; again: () => void }

/** Loads a part of the page when a question needs it. Null loads nothing. */
export function useLazyParts<T extends object>(load: (() => Promise<T>) | null): Later<T> {
  const [{ ready, failed }, set] = useState<{ ready: T | null; failed: boolean }>({
    ready: null,
    failed: false,
  })
  const again = useCallback(() => {
    load?.().then(
      (loaded) => set({ ready: loaded, failed: false }),
      (error: unknown) => {
        set({ ready: null, failed: true })
        void openAnew(error)
      },
    )
  }, [load])
  useEffect(again, [again])
  useEffect(() => {
    if (!failed) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [failed, again])
  return { ready, failed, again }
}
