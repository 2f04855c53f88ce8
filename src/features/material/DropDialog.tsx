import { useState, type ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { sentenceFor, snack } from '#web/snack.tsx'
import { useMaterialChange } from './use-material-change.ts'

type DropDialogProps = {
  /** What goes, as in 'Delete section “Halves”?'. */
  what: string
  children: ReactNode
  drop: () => Promise<unknown>
  onDropped?: () => void
  onClose: () => void
}

/** Asks once before something is deleted for good. Why it can't be deleted stands in the dialog. */
export function DropDialog({ what, children, drop, onDropped, onClose }: DropDialogProps) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const changed = useMaterialChange()
  const go = async () => {
    setBusy(true)
    try {
      await drop()
      onDropped?.()
      snack('Deleted.')
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
      title={`Delete ${what}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button kind="danger" busy={busy} reason={refusal} onClick={() => void go()}>
            Delete
          </Button>
        </>
      }
    >
      {refusal ? <p role="alert">{refusal}</p> : <p>{children}</p>}
    </Dialog>
  )
}
