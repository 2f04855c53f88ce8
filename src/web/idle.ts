const touches = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
const idleMs = 60_000
let touched = Date.now()
for (const touch of touches)
  addEventListener(touch, () => (touched = Date.now()), { capture: true, passive: true })

/** True if nobody has opened or touched the page for a minute. Its reads then count as background reads. */
export const isIdle = () => Date.now() - touched > idleMs
