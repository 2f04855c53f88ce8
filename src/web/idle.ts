const touches = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
const idleMs = 60_000
let touched = Date.now()
for (const touch of touches) addEventListener(touch, () => (touched = Date.now()), { capture: true, passive: true })

/** Whether nobody has opened or touched the page for a minute: what it reads then, it reads by itself. */
export const isIdle = () => Date.now() - touched > idleMs
