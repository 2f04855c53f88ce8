import type { ReactNode } from 'react'
import { t } from '#shared/language.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { sentenceFor } from './failure-sentence.ts'

type ConfirmDialogProps = {
  /** The question. */
  title: string
  /** Consequences of confirming. */
  children: ReactNode
  /** Label of the button that confirms. */
  action: string
  busy: boolean
  /** Error from the last attempt, shown instead of the consequences. */
  error?: Error | null
  /** Reason why confirming isn't possible, shown instead of the consequences. */
  reason?: string | null
  onConfirm: () => void
  onClose: () => void
}

/** Dialog that asks for confirmation before something is ended or deleted. */
export function ConfirmDialog({
  title,
  children,
  action,
  busy,
  error = null,
  reason = null,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const refusal = reason ?? (error && sentenceFor(error))
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep it')}</Button>
          <Button kind="danger" busy={busy} reason={reason} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {refusal ? <p role="alert">{refusal}</p> : <p>{children}</p>}
    </Dialog>
  )
}
