import { useCallback, useEffect, useRef } from 'react'

/** A callback that stays the same and does what the newest one does, so that a long list isn't drawn again because of it. */
export function useLatest<A extends unknown[]>(action: (...said: A) => void) {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  return useCallback((...said: A) => latest.current(...said), [])
}
