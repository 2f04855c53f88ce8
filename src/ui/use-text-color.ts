import { useSyncExternalStore } from 'react'

/** Media queries that change the colors of a page: the system's theme, and the printer. */
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

/** The color of text, for what is drawn by script. It differs by theme and on paper. */
export const useTextColor = () => useSyncExternalStore(subscribe, () => getComputedStyle(document.body).color)
