import { useState, type ReactNode } from 'react'
import { t } from '#shared/language.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { call } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { type TrashRef, trash } from './trash/api.ts'
import { useMaterialChange } from './use-material-change.ts'

type DropDialogProps = {
  /** Name of the item to delete, as in 'Delete section “Halves”?'. */
  itemName: string
  children: ReactNode
  /** Reason why the item can't be deleted now, if known. */
  reason?: string | null
  /** Deletes the items and returns the trash entries to restore them from. */
  drop: () => Promise<TrashRef | TrashRef[]>
  /** Returns the message to show after deleting. */
  message?: (dropped: number) => string
  onDropped?: () => void
  onClose: () => void
}

/**
 * Dialog that asks for confirmation before deleting, shows why something can't be deleted, and offers Undo
 * afterward.
 */
export function DropDialog({
  itemName,
  children,
  reason = null,
  drop,
  message = () => t('Deleted.'),
  onDropped,
  onClose,
}: DropDialogProps) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState(reason)
  const changed = useMaterialChange()
  const putBack = async (dropped: TrashRef[]) => {
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
      toast(message(dropped.length), 'success', { label: t('Undo'), act: () => void putBack(dropped) })
      onClose()
      await changed()
    } catch (error) {
      setRefusal(sentenceFor(error))
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      title={t('Delete {what}?', { what: itemName })}
      action={t('Delete')}
      busy={busy}
      reason={refusal}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}
