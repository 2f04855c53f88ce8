import { useCallback, useEffect, useState } from 'react'
import type { Shown } from '#features/questions/rules.ts'
import { openAnew } from '#web/chunk-error.ts'

/** The parts of the page that only some questions need. Each is one function for all renders. */
export const later = {
  math: () => import('../kinds/fr/fields/MathField.tsx'),
  work: () => import('./drawing/WorkPaper.tsx'),
  graph: () => import('../kinds/graph/GraphPaper.tsx'),
  choices: () => import('../kinds/mc/ChoiceFields.tsx'),
  sentence: () => import('../kinds/sentence/SentenceFields.tsx'),
}

const nothing = () => {}

/** Loads what a question will need, before it is shown: the network may be gone by then. */
export function prepare(shown: Shown) {
  const kinds: string[] = shown.kind === 'fr' ? shown.parts.map(({ kind }) => kind) : [shown.kind]
  if (kinds.includes('expression')) later.math().catch(nothing)
  if (kinds.includes('work')) later.work().catch(nothing)
  if (kinds.includes('graph')) later.graph().catch(nothing)
  if (kinds.includes('mc')) later.choices().catch(nothing)
  if (kinds.includes('sentence')) later.sentence().catch(nothing)
}

/** Something that is loaded only when it is needed, such as the field of an expression; `failed` until somebody tries again. */
type Later<T> = { ready: T | null; failed: boolean; again: () => void }

/** Loads a part of the page when a question needs it. Null loads nothing. */
export function useLater<T extends object>(load: (() => Promise<T>) | null): Later<T> {
  const [{ ready, failed }, set] = useState<{ ready: T | null; failed: boolean }>({ ready: null, failed: false })
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
