import { useEffect, useRef } from 'react'

/**
 * Returns a ref for a container. The container gets the focus when `stage` changes and the focused button
 * disappears.
 */
export function useFocusAt(stage: string) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(stage)
  useEffect(() => {
    if (before.current !== stage && document.activeElement === document.body) box.current?.focus()
    before.current = stage
  }, [stage])
  return box
}
