import { CircleAlert } from 'lucide-react'
import { type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/Form.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { ReadOnly } from '#ui/read-only.ts'
import { type Difference, Versions } from '#ui/Versions.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { SideSheet } from './SideSheet.tsx'
import style from './EditSheet.module.css'
import { t } from '#shared/language.ts'

type EditSheetProps = {
  title: string
  /** The fields. The first one usually gets the focus (`startAtField`). */
  children: ReactNode
  /** Label of the save button. */
  save: string
  /** Label of the button that closes the sheet without saving. */
  leave?: string
  busy: boolean
  /** Error from the last attempt to save. */
  error: Error | null
  /** Fields that somebody else has changed in the meantime, with both versions. */
  differences?: readonly Difference[] | null
  /** True if the fields already have input that isn't saved. */
  begun?: boolean
  onSave: () => void
  /**
   * Called when an invalid field prevents saving, so that the caller can show its own errors along with the
   * fields'.
   */
  onRefused?: () => void
  onClose: () => void
}

/**
 * Marks the first field as the one that gets the focus, unless another field is already marked or the first
 * one would open a list that covers the fields below it.
 */
function startAtField(form: HTMLFormElement | null) {
  const first = form?.querySelector('input, select, textarea')
  if (first?.ariaHasPopup !== 'listbox' && !form?.querySelector('[data-autofocus]'))
    first?.setAttribute('data-autofocus', '')
}

/**
 * A side sheet with the fields of one record. Escape closes it, Enter saves, and errors are shown inside.
 * Once something has been entered, Escape or a click outside asks for confirmation, and a second Escape
 * continues editing.
 */
export function EditSheet({
  title,
  children,
  save,
  leave = t('Cancel'),
  busy,
  error,
  differences = null,
  begun = false,
  onSave,
  onRefused,
  onClose,
}: EditSheetProps) {
  const [typed, setTyped] = useState(begun)
  const [isConfirming, setConfirming] = useState(false)
  const form = useRef<HTMLFormElement | null>(null)
  const fault = useRef<HTMLParagraphElement>(null)
  const readOnly = useContext(ReadOnly)
  const start = useCallback((element: HTMLFormElement | null) => {
    form.current = element
    startAtField(element)
  }, [])
  useEffect(() => {
    // A choice from a list counts as input, too. The list is outside the form.
    const onClick = ({ target }: MouseEvent) => {
      const list = (target as Element).closest('[role=option]')?.closest('[role=listbox]')
      if (list && form.current?.querySelector(`[aria-controls="${list.id}"]`)) setTyped(true)
    }
    document.addEventListener('click', onClick, { capture: true })
    return () => document.removeEventListener('click', onClick, { capture: true })
  }, [])
  // In a long sheet, the error could be out of view.
  useEffect(() => {
    if (error) fault.current?.scrollIntoView({ block: 'center' })
  }, [error])
  return (
    <SideSheet
      title={title}
      size="24rem"
      isConfirming={isConfirming}
      onClose={() => (typed ? setConfirming(!isConfirming) : onClose())}
    >
      <Form
        ref={start}
        className={`${style.form} stack gap-4`}
        onInput={() => setTyped(true)}
        onInvalidCapture={onRefused}
        onSubmit={() => {
          if (!busy) onSave()
        }}
      >
        {children}
        {readOnly && <p className="quiet">{readOnly}</p>}
        {error && (
          <p ref={fault} className={`${style.error} row gap-2 pad-3 error-text rounded`} role="alert">
            <CircleAlert aria-hidden />
            {sentenceFor(error)}
          </p>
        )}
        <Versions differences={differences} />
        {isConfirming && (
          <p role="alert" className="bold">
            {t('Close without saving what you entered?')}
          </p>
        )}
        <Actions {...{ isConfirming, save, leave, busy, onClose }} onKeep={() => setConfirming(false)} />
      </Form>
    </SideSheet>
  )
}

type ActionsProps = {
  isConfirming: boolean
  save: string
  leave: string
  busy: boolean
  onClose: () => void
  onKeep: () => void
}

/**
 * The buttons of a sheet. While it asks for confirmation, there is one to discard the changes and one to
 * continue editing.
 */
function Actions({ isConfirming, save, leave, busy, onClose, onKeep }: ActionsProps) {
  return (
    <FormActions>
      {isConfirming ? (
        <>
          <Button kind="danger" reads onClick={onClose}>
            {t('Discard')}
          </Button>
          <Button onClick={onKeep}>{t('Keep editing')}</Button>
        </>
      ) : (
        <Button onClick={onClose}>{leave}</Button>
      )}
      <Button kind="primary" type="submit" busy={busy}>
        {save}
      </Button>
    </FormActions>
  )
}
