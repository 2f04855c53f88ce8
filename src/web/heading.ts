const slowestMs = 5_000
const actions = ['pointerdown', 'keydown'] as const
let stop = () => {}

/** True if the page has focused a field itself, or the pressed element is still there. */
const isAtWork = () => document.activeElement?.matches('main :not(a, h1)') ?? false

/**
 * Lets the keyboard and the screen reader go on at the heading of a page that has just come, as soon as it has one; not when the focus has
 * its place there already, or somebody does something meanwhile.
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
