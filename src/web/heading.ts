const maxWaitMs = 5_000
const actions = ['pointerdown', 'keydown'] as const
let stop = () => {}

/**
 * True if the focus is in the page's content, but not on a link or a heading. Then either the page itself has
 * focused a field, or the control that the user pressed is still there.
 */
const isAtWork = () => document.activeElement?.matches('main :not(a, h1)') ?? false

/**
 * Moves the focus to a new page's heading as soon as there is one, so that keyboard and screen reader users
 * continue there. Does nothing if a control in the page's content has the focus, or if the user presses a key
 * or the pointer first. Gives up after five seconds.
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
  const observer = new MutationObserver(look)
  const timer = setTimeout(() => stop(), maxWaitMs)
  stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const action of actions) removeEventListener(action, stop, { capture: true })
    stop = () => {}
  }
  for (const action of actions) addEventListener(action, stop, { capture: true })
  observer.observe(document.body, { childList: true, subtree: true })
  look()
}
