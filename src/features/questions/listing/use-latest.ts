import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a stable callback that runs the latest action, so that a long list isn't rendered again when the
 * action changes.
 */
export function useLatest<A extends unknown[]>(action: (...args: A) => void) {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  return useCallback((...args: A) => latest.current(...args), [])
}
