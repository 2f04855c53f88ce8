import { useEffect, useEffectEvent } from 'react'
import { t } from '#shared/language.ts'
import type { SectionPlace } from '../listing/question-pages.ts'
import { toast } from '#web/toast.tsx'
import { useKeys } from '#web/use-keys.ts'
import type { DraftState } from './use-draft.ts'
import { type Neighbors, useGo } from './use-neighbors.ts'

type ActionOptions = {
  place: SectionPlace
  state: DraftState
  neighbors: Neighbors
  /** Starts another new question; null if an existing question is being edited. */
  onAnother: (() => void) | null
  onUnready: () => void
}

/**
 * Returns the editor's actions, and handles their keyboard shortcuts: Ctrl+S or ⌘S saves; j and k go to the
 * next and previous question. Calls `onUnready` if the question couldn't be stored.
 */
export function useQuestionActions({
  place,
  state,
  neighbors: { previous, next },
  onAnother,
  onUnready,
}: ActionOptions) {
  const go = useGo(place)
  /**
   * Stores the draft and returns the question's id. Returns null on failure, or if it is already being
   * stored.
   */
  const store = async () => {
    if (state.isBusy) return null
    const stored = await state.save()
    if (!stored) onUnready()
    return stored?._id ?? null
  }
  const save = async () => {
    const id = await store()
    if (!id) return
    toast(t('Saved.'))
    if (onAnother) go(id, { replace: true, saved: true })
  }
  const saveAndNext = async () => {
    if (!(await store())) return
    toast(t('Saved.'))
    if (onAnother) onAnother()
    else go(next ?? 'new', { saved: true })
  }
  const review = async (status: 'success' | 'warn') => {
    if (state.isBusy) return
    const stored = await state.review(status)
    if (!stored) return onUnready()
    if (stored.status === status)
      toast(t(status === 'success' ? 'Marked as done.' : 'Marked as needing review.'))
    if (onAnother) go(stored._id, { replace: true, saved: true })
  }
  useKeys({ j: () => next && go(next), k: () => previous && go(previous) })
  useSaveKey(() => void save())
  return { store, save, saveAndNext, review, go }
}
export type Actions = ReturnType<typeof useQuestionActions>

/** Saves on Ctrl+S or ⌘S, even while typing. */
function useSaveKey(save: () => void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.key.toLowerCase() !== 's' ||
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      event.shiftKey
    )
      return
    event.preventDefault()
    if (!document.querySelector('dialog[open]')) save()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
