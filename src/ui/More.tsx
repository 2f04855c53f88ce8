import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from './Button.tsx'
import { t } from '#shared/language.ts'

/** Distance between the end of the list and the visible area at which the next page is loaded. */
const ahead = '600px'

type MoreProps = {
  busy: boolean
  /** True if the last load failed. The next attempt is then made only when the button is pressed. */
  failed: boolean
  onMore: () => void
}

/**
 * The end of a list that has more pages. Loads the next page when the user scrolls close to it or presses the
 * button.
 */
export function More({ busy, failed, onMore }: MoreProps) {
  const ref = useRef<HTMLDivElement>(null)
  const come = useEffectEvent(onMore)
  useEffect(() => {
    if (!ref.current || busy || failed) return
    // A busy browser may report several changes at once, of which only the last one is current.
    const observer = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting && come(), {
      rootMargin: ahead,
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [busy, failed])
  return (
    <div ref={ref} className="row to-middle">
      <Button reads busy={busy} onClick={onMore}>
        {t('Show more')}
      </Button>
    </div>
  )
}
