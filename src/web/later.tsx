import { type ComponentType, useEffect } from 'react'
import { sentences } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { Loading } from '#ui/Loading.tsx'
import { toast } from './toast.tsx'
import { useLazyParts } from './use-lazy-parts.ts'

/** Delay in ms after the page has loaded, so that it reads its data before any parts are loaded. */
const pauseMs = 1_000

function whenIdle(act: () => void) {
  const wait = () =>
    setTimeout(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(act)
      else act()
    }, pauseMs)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}

/**
 * Returns a component for a part that a page shows only on request, such as a sheet, or that it doesn't need
 * at first. Its code doesn't delay the page. It is loaded once the page is idle (unless `isRare`), or when
 * the part is first shown. If the part should be shown and can't be loaded, a toast says so, and a sheet
 * closes.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isRare = false } = {},
) {
  let Part: ComponentType<Props> | undefined
  const fetchPart = async () => (Part = await load())
  // Only in production, because each file would be one more request during development.
  if (import.meta.env.PROD && !isRare) whenIdle(() => void fetchPart().catch(() => {}))
  return function Later(props: Props) {
    const { opened = true, onClose } = props as { opened?: boolean; onClose?: () => void }
    const { ready, failed } = useLazyParts(Part || !opened ? null : fetchPart)
    const Shown = Part ?? ready
    useEffect(() => {
      if (!failed) return
      toast(t(navigator.onLine ? sentences.failed : sentences.offline), 'error')
      onClose?.()
    }, [failed, onClose])
    if (Shown) return <Shown {...props} />
    return onClose || failed ? null : <Loading />
  }
}
