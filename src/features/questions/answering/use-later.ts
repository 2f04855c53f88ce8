import { useCallback, useEffect, useState } from 'react'

/** Something that is loaded only when it is needed, such as the field of an expression; `failed` until somebody tries again. */
type Later<T> = { ready: T | null; failed: boolean; again: () => void }

/** Loads a part of the page when a question needs it. `load` must be one function for all renders; null loads nothing. */
export function useLater<T extends object>(load: (() => Promise<T>) | null): Later<T> {
  const [{ ready, failed }, set] = useState<{ ready: T | null; failed: boolean }>({ ready: null, failed: false })
  const again = useCallback(() => {
    load?.().then(
      (loaded) => set({ ready: loaded, failed: false }),
      () => set({ ready: null, failed: true }),
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
