import { useEffect, useEffectEvent } from 'react'

/** True if typing goes into a field. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=radio], [type=checkbox], [type=button]), textarea, select'))

/**
 * A page's own keys, each a letter with its action, which gets the press: who moves the focus to a field keeps the letter out of it. They rest while
 * somebody types or a dialog is open.
 */
export function useKeys(actions: Readonly<Record<string, (press: KeyboardEvent) => void>>) {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('[role=dialog], dialog[open]'))
      return
    actions[event.key]?.(event)
  })
  useEffect(() => {
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}
