import { X } from 'lucide-react'
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import style from './Dialog.module.css'

type DialogProps = {
  open: boolean
  /** The one question, or what the dialog shows. */
  title: string
  children?: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
  /** Escape and the close button. The owner then sets `open` to false. */
  onClose: () => void
}

/** A modal dialog. The browser keeps the focus inside, and gives it back to where it was. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open && <OpenDialog {...rest} />
}

function OpenDialog({ title, children, actions, onClose }: Omit<DialogProps, 'open'>) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect: its end comes while the dialog is still in the page, and only then the browser gives the focus back.
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
      {actions && <footer className={style.actions}>{actions}</footer>}
      {/* Last, so that the first field or action has the focus when the dialog opens. */}
      <button type="button" className={style.close} aria-label="Close" onClick={onClose}>
        <X aria-hidden />
      </button>
    </dialog>
  )
}
