import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Returns a ref for an element, and the element's width in pixels: 0 until it is known, and updated on
 * resize.
 */
export function useWidth<Of extends Element>() {
  const ref = useRef<Of>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!ref.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    setWidth(Math.round(ref.current.getBoundingClientRect().width))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
