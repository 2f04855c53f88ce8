import { useId, useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Form } from './Form.tsx'
import { TextField } from './TextField.tsx'
import { sentenceFor } from './failure-sentence.ts'
import { t } from '#shared/language.ts'

type TypedNameDialogProps = {
  title: string
  /** The name to type. */
  name: string
  /** Returns true if the typed text is close enough to the name. */
  accepts: (typed: string) => boolean
  /** Label of the button whose action can't be undone. */
  action: string
  busy: boolean
  error: Error | null
  /**
   * List of everything that will be lost, or null while it loads. The name can be typed only once the list is
   * shown.
   */
  children: ReactNode
  /** Placeholder while the list loads. */
  loading?: ReactNode
  onConfirm: (typed: string) => void
  onClose: () => void
}

/** Dialog that asks the user to type a name before something is permanently deleted. */
export function TypedNameDialog({
  title,
  name,
  accepts,
  action,
  busy,
  error,
  children,
  loading,
  onConfirm,
  onClose,
}: TypedNameDialogProps) {
  const formId = useId()
  const [typed, setTyped] = useState('')
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep')}</Button>
          <Button
            kind="danger"
            type="submit"
            form={formId}
            busy={busy}
            reason={accepts(typed) ? null : t('Type the name first.')}
          >
            {action}
          </Button>
        </>
      }
    >
      {error && <p role="alert">{sentenceFor(error)}</p>}
      {children === null ? (
        loading
      ) : (
        <Form id={formId} className="stack gap-3" onSubmit={() => onConfirm(typed)}>
          {children}
          <TextField
            label={t('Type the name: {name}', { name })}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
          />
        </Form>
      )}
    </Dialog>
  )
}
