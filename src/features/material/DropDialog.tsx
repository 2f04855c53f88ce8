import { useState, type ReactNode } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { call } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { type Dropped, trash } from './trash/api.ts'
import { useMaterialChange } from './use-material-change.ts'

type DropDialogProps = {
  /** Name of the item to delete, as in 'Delete section “Halves”?'. */
  what: string
  children: ReactNode
  /** Reason why the item can't be deleted now, if known. */
  reason?: string | null
  /** Deletes the items and returns the trash entries to restore them from. */
  drop: () => Promise<Dropped | Dropped[]>
  /** Returns the message to show after deleting. */
  says?: (dropped: number) => string
  onDropped?: () => void
  onClose: () => void
}

/**
 * Dialog that asks for confirmation before deleting, shows why something can't be deleted, and offers Undo
 * afterward.
 */
export function DropDialog({
  what,
  children,
  reason = null,
  drop,
  says = () => t('Deleted.'),
  onDropped,
  onClose,
}: DropDialogProps) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState(reason)
  const changed = useMaterialChange()
  const putBack = async (dropped: Dropped[]) => {
    try {
      for (const { trash: id } of dropped) await call(trash.restore, { id })
      toast(dropped.length === 1 ? t('Restored.') : t('All restored.'))
    } catch (error) {
      toast(sentenceFor(error), 'error')
    }
    await changed()
  }
  const go = async () => {
    setBusy(true)
    try {
      const dropped = [await drop()].flat()
      onDropped?.()
      toast(says(dropped.length), 'success', { label: t('Undo'), act: () => void putBack(dropped) })
      onClose()
      await changed()
    } catch (error) {
      setRefusal(sentenceFor(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={t('Delete {what}?', { what })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep it')}</Button>
          <Button kind="danger" busy={busy} reason={refusal} onClick={() => void go()}>
            {' '}
            {t('Delete')}{' '}
          </Button>
        </>
      }
    >
      {refusal ? <p role="alert">{refusal}</p> : <p>{children}</p>}
    </Dialog>
  )
}
