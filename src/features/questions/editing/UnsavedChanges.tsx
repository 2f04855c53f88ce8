import { useBlocker } from '@tanstack/react-router'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { DraftState } from './use-draft.ts'

type UnsavedChangesProps = {
  /** Subject of the message, as in 'This question has changes…'. */
  what: string
  state: Pick<DraftState, 'isChanged' | 'isBusy' | 'forget'>
  /** Saves the changes and returns the id, or null on failure. */
  store: () => Promise<string | null>
}

/** Asks whether to save unsaved changes before navigating away. */
export function UnsavedChanges({ what, state: { isChanged, isBusy, forget }, store }: UnsavedChangesProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  const save = async () => {
    if (await store()) proceed()
    else reset()
  }
  return (
    <Dialog
      open
      title={t('Save your changes?')}
      onClose={reset}
      actions={
        <>
          <Button onClick={reset}>{t('Stay here')}</Button>
          <Button
            kind="danger"
            onClick={() => {
              forget()
              proceed()
            }}
          >
            {t('Discard')}
          </Button>
          <Button kind="primary" busy={isBusy} onClick={() => void save()}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <p>{t('{what} has changes that aren’t saved yet.', { what })}</p>
    </Dialog>
  )
}
