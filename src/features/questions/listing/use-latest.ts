import { useCallback, useEffect, useRef } from 'react'

/** A callback that stays the same and does what the newest one does, so that a long list isn't drawn again because of it. */
export function useLatest<A extends unknown[]>(deed: (...said: A) => void) {
  const latest = useRef(deed)
  useEffect(() => {
    latest.current = deed
  })
  return useCallback((...said: A) => latest.current(...said), [])
}
