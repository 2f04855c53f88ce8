import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import style from './Button.module.css'

type Looks = {
  /** `primary` is the one main action of a screen; `danger` can't be undone; `quiet` stands in rows and heads. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** Fills the available width. */
  wide?: boolean
}

/** The classes of a button, for a link that looks like one. */
export const buttonClass = ({ kind = 'secondary', wide = false }: Looks) => `${style.button} ${style[kind]} ${wide ? style.wide : ''}`

type ButtonProps = Looks &
  Omit<ComponentProps<'button'>, 'className'> & {
    icon?: ReactNode
    /** At work: keeps its width and its focus, and ignores presses. */
    busy?: boolean
    /** Why it can't be pressed now. A button with a reason can still be reached, so that the reason is heard. */
    reason?: string | null
  }

/** A button of type `button` unless said otherwise. */
export function Button({ kind, wide, icon, busy = false, reason = null, onClick, children, ...rest }: ButtonProps) {
  const reasonId = useId()
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
