import { useEffect, useRef } from 'react'

/** Returns a ref for a box, which gets the focus when the next stage replaces the button that led to it. */
export function useFocusAt(stage: string) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(stage)
  useEffect(() => {
    if (before.current !== stage && document.activeElement === document.body) box.current?.focus()
    before.current = stage
  }, [stage])
  return box
}
