import { useEffect } from 'react'

const product = 'Blended Learning'

/** Sets the page's title in the browser tab and history. Pass null while it isn't known yet. */
export function useTitle(title: string | null) {
  useEffect(() => {
    if (title !== null) document.title = `${title} – ${product}`
    return () => {
      document.title = product
    }
  }, [title])
}
