import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from './Button.tsx'
import style from './More.module.css'

/** Distance of the list's end below the screen at which the next page is fetched. */
const ahead = '600px'

type MoreProps = {
  busy: boolean
  /** The last try failed: the next one is for whoever presses. */
  failed: boolean
  onMore: () => void
}

/** The end of a list that goes on: the next page comes while one scrolls toward it, and by pressing. */
export function More({ busy, failed, onMore }: MoreProps) {
  const ref = useRef<HTMLDivElement>(null)
  const come = useEffectEvent(onMore)
  useEffect(() => {
    if (!ref.current || busy || failed) return
    // On a busy device several changes are told at once: the last one counts.
    const observer = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting && come(), { rootMargin: ahead })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [busy, failed])
  return (
    <div ref={ref} className={style.more}>
      <Button busy={busy} onClick={onMore}>
        Show more
      </Button>
    </div>
  )
}
