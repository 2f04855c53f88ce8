import { useEffect, useEffectEvent, useState } from 'react'

const pauseMs = 250

/**
 * Returns the text of a search box and its setter. Calls `search` when typing pauses. Adopts a search from
 * the URL, such as the empty one in a link to the whole list.
 */
export function useSearchText(find: string, search: (find: string) => void) {
  const [text, setText] = useState(find)
  const [asked, setAsked] = useState(find)
  const [found, setFound] = useState(find)
  if (find !== found) {
    setFound(find)
    if (find !== asked) {
      setAsked(find)
      setText(find)
    }
  }
  const ask = useEffectEvent((next: string) => {
    setAsked(next)
    search(next)
  })
  useEffect(() => {
    const next = text.trim()
    if (next === asked) return
    const timer = setTimeout(() => ask(next), pauseMs)
    return () => clearTimeout(timer)
  }, [text, asked])
  return [text, setText] as const
}
