import { useCallback, useEffect, useState } from 'react'
import { reloadOnChunkError } from './chunk-error.ts'

/**
 * Something loaded on demand, such as the field for an expression. After a failure, `failed` is true until a
 * retry succeeds.
 */
type LazyParts<T> = { ready: T | null; failed: boolean; again: () => void }

/** Loads a part of the page, unless `load` is null, and retries a failure once the network is back. */
export function useLazyParts<T extends object>(load: (() => Promise<T>) | null): LazyParts<T> {
  const [{ ready, failed }, set] = useState<{ ready: T | null; failed: boolean }>({
    ready: null,
    failed: false,
  })
  const again = useCallback(() => {
    load?.().then(
      (loaded) => set({ ready: loaded, failed: false }),
      (error: unknown) => {
        set({ ready: null, failed: true })
        void reloadOnChunkError(error)
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
