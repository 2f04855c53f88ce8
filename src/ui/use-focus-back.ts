import { useEffect, useState } from 'react'

const maxWaitMs = 3_000

/**
 * Focuses the first usable control in the nearest part of the page that still exists and has one, or else the
 * page's heading.
 */
function focusNear(parts: readonly Element[]) {
  const near = parts
    .filter((part) => part.isConnected)
    .map((part) => part.querySelector<HTMLElement>('a[href], button:enabled, input:enabled'))
  const next = near.find((each) => each) ?? document.querySelector<HTMLElement>('main h1')
  if (!next) return
  if (next.matches('h1')) next.tabIndex = -1
  next.focus({ preventScroll: true })
}

function partsAround(element: Element | null) {
  const parts: Element[] = []
  for (let part = element?.parentElement; part && !part.matches('main, body'); part = part.parentElement)
    parts.push(part)
  return parts
}

/**
 * Returns the element that opens an overlay: the given one, or, for an item of a menu, the button that opened
 * the menu, because the menu is about to close.
 */
function openerOf(element: Element) {
  const menu = element.closest('[role=menu]')
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return button ?? element
}

/** Button of the menu that contains the last focused element; the body if that element isn't in a menu. */
let menuButton: Element = document.body
const remember = ({ target }: FocusEvent) => {
  const opener = openerOf(target as Element)
  menuButton = opener === target ? document.body : opener
}
document.addEventListener('focusin', remember, { capture: true })

/**
 * Returns the element that opens an overlay. If it was in a menu that has already closed, returns the menu's
 * button.
 */
const opener = () =>
  document.activeElement === document.body ? menuButton : openerOf(document.activeElement ?? document.body)

/**
 * Moves the focus back to the element that had it before the overlay opened, once the overlay closes. If that
 * element is gone, or disappears as the page updates, focuses the nearest control.
 */
export function useFocusBack() {
  const [before] = useState(opener)
  const [parts] = useState(() => partsAround(before))
  useEffect(
    () => () => {
      const follow = () => {
        if (before?.isConnected || document.activeElement !== document.body) return
        observer.disconnect()
        focusNear(parts)
      }
      const observer = new MutationObserver(follow)
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
      observer.observe(document.body, { childList: true, subtree: true })
      setTimeout(() => observer.disconnect(), maxWaitMs)
      follow()
    },
    [before, parts],
  )
}
