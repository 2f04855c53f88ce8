import { useBlocker } from '@tanstack/react-router'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { Photo } from './use-photos.ts'

/**
 * Returns true for a photograph that would be lost: one that is being read, or that shows a page that isn't
 * saved.
 */
const isUnsaved = ({ found, isSaved }: Photo) => typeof found !== 'string' && !isSaved

/** Asks for confirmation before the user leaves a page with unsaved photographs. */
export function UnsavedPhotos({ photos }: { photos: readonly Photo[] }) {
  const isBlocking = () => photos.some(isUnsaved)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isBlocking,
    enableBeforeUnload: isBlocking,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Dialog
      open
      title={t('Some pages aren’t saved')}
      onClose={reset}
      actions={
        <>
          <Button kind="danger" onClick={proceed}>
            {t('Leave')}
          </Button>
          <Button kind="primary" onClick={reset}>
            {t('Stay here')}
          </Button>
        </>
      }
    >
      <p>{t('If you leave now, you’ll need to add their photos again.')}</p>
    </Dialog>
  )
}
