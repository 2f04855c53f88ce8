import { useEffect, useEffectEvent, useState } from 'react'

const pauseMs = 250

/**
 * Returns the text of a search box and its setter. Calls `search` when typing pauses. If `find`, the search
 * in the URL, changes for another reason, such as a link to the whole list, it replaces the text.
 */
export function useSearchText(find: string, search: (find: string) => void) {
  const [text, setText] = useState(find)
  const [searched, setSearched] = useState(find)
  const [found, setFound] = useState(find)
  if (find !== found) {
    setFound(find)
    if (find !== searched) {
      setSearched(find)
      setText(find)
    }
  }
  const searchNow = useEffectEvent((next: string) => {
    setSearched(next)
    search(next)
  })
  useEffect(() => {
    const next = text.trim()
    if (next === searched) return
    const timer = setTimeout(() => searchNow(next), pauseMs)
    return () => clearTimeout(timer)
  }, [text, searched])
  return [text, setText] as const
}
