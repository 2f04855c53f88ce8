import { useEffect, useState } from 'react'

/**
 * Returns how many of `total` items to render: at first `first`, then `step` more at a time, so that the page
 * stays responsive while a long list is rendered. The component needs a `key` if it can show another list.
 */
export function useGradualCount(total: number, { first, step }: { first: number; step: number }) {
  const [count, setCount] = useState(first)
  useEffect(() => {
    if (count >= total) return
    const timer = setTimeout(() => setCount(count + step))
    return () => clearTimeout(timer)
  }, [count, total, step])
  return Math.min(count, total)
}
