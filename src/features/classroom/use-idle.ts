import { useEffect, useEffectEvent } from 'react'

const touches = ['pointerdown', 'keydown', 'wheel'] as const
const lookMs = 10_000

/** Calls `act` after `afterMs` without input, or at the first input if the tablet was asleep. */
export function useIdle(afterMs: number, act: () => void) {
  const idle = useEffectEvent(act)
  useEffect(() => {
    let last = Date.now()
    const look = () => {
      if (Date.now() - last < afterMs) return
      last = Date.now()
      idle()
    }
    const touched = () => {
      look()
      last = Date.now()
    }
    const timer = setInterval(look, lookMs)
    for (const touch of touches) window.addEventListener(touch, touched, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      for (const touch of touches) window.removeEventListener(touch, touched, { capture: true })
    }
  }, [afterMs])
}
