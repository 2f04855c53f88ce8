const slowestMs = 5_000
const actions = ['pointerdown', 'keydown'] as const
let stop = () => {}

/** True if the page has focused a field itself, or the pressed control is still there to be pressed again. */
const isAtWork = () => document.activeElement?.matches('main :not(a, h1)') ?? false

/**
 * Moves the focus to the heading of a new page as soon as there is one, so keyboard and screen reader
 * continue there. Does nothing if the focus already has its place on the page, or as soon as the user does
 * something.
 */
export function startAtHeading() {
  stop()
  const look = () => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading && !isAtWork()) return
    stop()
    if (!heading || isAtWork()) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  const seen = new MutationObserver(look)
  const timer = setTimeout(() => stop(), slowestMs)
  stop = () => {
    seen.disconnect()
    clearTimeout(timer)
    for (const action of actions) removeEventListener(action, stop, { capture: true })
    stop = () => {}
  }
  for (const action of actions) addEventListener(action, stop, { capture: true })
  seen.observe(document.body, { childList: true, subtree: true })
  look()
}
