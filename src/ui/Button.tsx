import { useContext, useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import style from './Button.module.css'
import { ReadOnly } from './read-only.ts'

type ButtonLook = {
  /**
   * `primary` is for the main action of a screen, `danger` for ending, deleting or discarding something,
   * `quiet` for rows and headings.
   */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** True to take the full width of the container. */
  wide?: boolean
}

/** Returns a button's classes, for links that look like one. */
export const buttonClass = ({ kind = 'secondary', wide = false }: ButtonLook) =>
  `${style.button} inline-row middle to-middle gap-2 bold rounded no-underline ${style[kind]} ${wide ? style.wide : ''}`

type ButtonProps = ButtonLook &
  Omit<ComponentProps<'button'>, 'className'> & {
    icon?: ReactNode
    /** True while the action runs. The button keeps its width and focus but ignores presses. */
    busy?: boolean
    /**
     * True if the button changes nothing, so that it also works on read-only pages. By default, `primary`,
     * `danger` and buttons with `busy` count as changing something, and all others as only opening something.
     */
    reads?: boolean
    /**
     * True if the button opens a form or dialog that is only useful for making a change. Read-only pages then
     * disable the button.
     */
    changes?: boolean
    /**
     * Reason why the button can't be pressed now. The button can still get the focus, so that screen readers
     * announce the reason.
     */
    reason?: string | null
  }

/** A button, of type `button` by default. */
export function Button({
  kind,
  wide,
  icon,
  busy,
  reads = false,
  changes = !reads && (kind === 'primary' || kind === 'danger' || busy !== undefined),
  reason: own = null,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const readOnly = useContext(ReadOnly)
  const reason = changes ? (readOnly ?? own) : own
  const refuses = busy || reason !== null
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (refuses) return event.preventDefault()
    onClick?.(event)
  }
  return (
    <>
      <button
        type="button"
        {...rest}
        className={buttonClass({ kind, wide })}
        onClick={press}
        aria-disabled={refuses || undefined}
        aria-busy={busy || undefined}
        aria-describedby={reason === null ? rest['aria-describedby'] : reasonId}
        title={reason ?? rest.title}
      >
        {busy ? <span className={style.spinner} aria-hidden /> : icon}
        {children}
      </button>
      {reason !== null && (
        <span id={reasonId} hidden>
          {reason}
        </span>
      )}
    </>
  )
}
