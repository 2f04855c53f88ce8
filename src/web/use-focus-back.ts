import { useEffect, useState } from 'react'

/** For what leaves the page as it closes: the focus goes back to where it was before, if that is still there. */
export function useFocusBack() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
