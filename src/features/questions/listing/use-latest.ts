import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a stable callback that runs the latest action, so that a new action doesn't render a long list
 * again.
 */
export function useLatest<A extends unknown[]>(action: (...said: A) => void) {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  return useCallback((...said: A) => latest.current(...said), [])
}
