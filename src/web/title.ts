import { useEffect } from 'react'

const product = 'Blended Learning'

/** Names the page in the browser's tab and history; null while it isn't known yet. */
export function useTitle(title: string | null) {
  useEffect(() => {
    if (title !== null) document.title = `${title} – ${product}`
    return () => {
      document.title = product
    }
  }, [title])
}
