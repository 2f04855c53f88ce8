import { useEffect, useState } from 'react'

const slowestMs = 3_000

/**
 * Focuses the first usable control in the nearest part of the page that still exists, or the page's heading.
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
 * When an overlay closes, returns the focus to the element that had it before. If that element is gone, or
 * disappears as the page updates, focuses the nearest control.
 */
export function useFocusBack() {
  const [before] = useState(() => document.activeElement)
  const [parts] = useState(() => partsAround(before))
  useEffect(
    () => () => {
      const follow = () => {
        if (before?.isConnected || document.activeElement !== document.body) return
        seen.disconnect()
        focusNear(parts)
      }
      const seen = new MutationObserver(follow)
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
      seen.observe(document.body, { childList: true, subtree: true })
      setTimeout(() => seen.disconnect(), slowestMs)
      follow()
    },
    [before, parts],
  )
}
