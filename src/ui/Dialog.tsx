import { X } from 'lucide-react'
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { t } from '#shared/language.ts'
import style from './Dialog.module.css'
import { useFocusBack } from './use-focus-back.ts'

type DialogProps = {
  open: boolean
  /** The question, or a title for the content. */
  title: string
  children?: ReactNode
  /** Buttons, with the main one last. */
  actions?: ReactNode
  /** Called when Escape or the close button is pressed. The parent component then sets `open` to false. */
  onClose: () => void
}

/**
 * A modal dialog. The browser keeps the focus inside and restores it afterward, unless the element that had
 * it no longer exists, for example because this dialog replaced the sheet that contained it.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open && <OpenDialog {...rest} />
}

function OpenDialog({ title, children, actions, onClose }: Omit<DialogProps, 'open'>) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useFocusBack()
  // The cleanup of a layout effect runs while the dialog is still in the page. Only then does the browser
  // restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={style.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={titleId} className={style.title}>
        {title}
      </h2>
      {children && <div className={style.body}>{children}</div>}
      {actions && <footer className={`${style.actions} cluster to-end gap-2`}>{actions}</footer>}
      {/* Last, so that the first field or action gets the focus when the dialog opens. */}
      <button
        type="button"
        className={`${style.close} grid center quiet rounded`}
        aria-label={t('Close')}
        onClick={onClose}
      >
        <X aria-hidden />
      </button>
    </dialog>
  )
}
