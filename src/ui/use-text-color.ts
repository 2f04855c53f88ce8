import { useSyncExternalStore } from 'react'

/** Media queries that change a page's colors: the system's theme and print. */
const queries = ['(prefers-color-scheme: dark)', 'print']

function subscribe(hear: () => void) {
  const watched = queries.map((query) => matchMedia(query))
  for (const each of watched) each.addEventListener('change', hear)
  const chosen = new MutationObserver(hear)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    for (const each of watched) each.removeEventListener('change', hear)
    chosen.disconnect()
  }
}

/** Returns the color of text, for drawing by script. It depends on the theme and differs on paper. */
export const useTextColor = () => useSyncExternalStore(subscribe, () => getComputedStyle(document.body).color)
