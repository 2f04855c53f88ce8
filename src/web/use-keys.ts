import { useEffect, useEffectEvent } from 'react'

/** True if the target accepts typed text. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=radio], [type=checkbox], [type=button]), textarea, select'))

/**
 * Registers a page's keyboard shortcuts: an action for each key (`KeyboardEvent.key`). The action receives
 * the event, so if it focuses a field, it can prevent the character from being typed there. Disabled while
 * somebody types, a dialog is open, or Ctrl, Alt or ⌘ is pressed.
 */
export function useKeys(actions: Readonly<Record<string, (press: KeyboardEvent) => void>>) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (
      isTyping(event.target) ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector('[role=dialog], dialog[open]')
    )
      return
    actions[event.key]?.(event)
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
