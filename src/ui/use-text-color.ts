import { useSyncExternalStore } from 'react'

/** Media queries that change a page's colors: the system's theme and print. */
const queries = ['(prefers-color-scheme: dark)', 'print']

function subscribe(onChange: () => void) {
  const watched = queries.map((query) => matchMedia(query))
  for (const each of watched) each.addEventListener('change', onChange)
  const chosen = new MutationObserver(onChange)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    for (const each of watched) each.removeEventListener('change', onChange)
    chosen.disconnect()
  }
}

/** Returns the page's current text color, for scripts that draw. It depends on the theme and on printing. */
export const useTextColor = () => useSyncExternalStore(subscribe, () => getComputedStyle(document.body).color)
