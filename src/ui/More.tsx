import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from './Button.tsx'
import { t } from '#shared/language.ts'

/** The next page is loaded once the end of the list is this close to the visible area. */
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
    // A busy device may report several changes together, and only the last one counts.
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
