import { useEffect, useState } from 'react'
import { v7 as newId } from 'uuid'

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('work')
const me = newId()

type OpenMessage = { work: string; by: string }

const open = (work: string) => tabs?.postMessage({ work, by: me } satisfies OpenMessage)

/**
 * Detects that another tab has opened the same work (product §8: the older tab becomes read-only). `goOnHere`
 * makes this the active tab again.
 */
export function useSingleTab(work: string) {
  const [elsewhere, setElsewhere] = useState(false)
  useEffect(() => {
    const hear = ({ data }: MessageEvent<OpenMessage>) =>
      data.work === work && data.by !== me && setElsewhere(true)
    tabs?.addEventListener('message', hear)
    open(work)
    return () => tabs?.removeEventListener('message', hear)
  }, [work])
  const goOnHere = () => {
    setElsewhere(false)
    open(work)
  }
  return { elsewhere, goOnHere }
}
