import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId, useState, type ReactNode } from 'react'
import { t } from '#shared/language.ts'
import style from './Field.module.css'
import { faultIn } from './validity.ts'

/** Attributes that connect a control to its label, hint and error. Spread them on the control. */
export type Wiring = {
  id: string
  required: boolean
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

export type FieldProps = {
  label: string
  /** Help with filling in the field. */
  hint?: ReactNode
  /** The error and how to fix it, or null. */
  error?: string | null
  /**
   * True for a required field. Most fields are required, so optional ones are marked, unless the form says
   * that all are optional and passes `marked={false}`.
   */
  required?: boolean
  marked?: boolean
}

/**
 * Returns the error that the browser found in the control on submit, and the listeners that detect it. The
 * error is cleared when the control is changed. Fields that have their own check report their own errors.
 */
function useFault() {
  const [fault, setFault] = useState<string | null>(null)
  // Uses the capture phase, because `invalid` events don't bubble.
  const onInvalidCapture = ({ target }: FormEvent<HTMLElement>) => {
    const control = target as HTMLInputElement
    if (control.ariaHidden !== 'true' && !control.validity.customError) setFault(faultIn(control))
  }
  const onInput = () => setFault(null)
  return { fault, listeners: { onInvalidCapture, onInput } }
}

/**
 * A control with its label, hint and error, as in
 * `<Field label="Note">{(wiring) => <select {...wiring} />}</Field>`.
 */
export function Field({
  label,
  hint,
  error: ownError,
  required = true,
  marked = !required,
  children,
}: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const { fault, listeners } = useFault()
  const error = ownError ?? fault
  const spoken = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`${style.field} stack gap-1`} {...listeners}>
      <label htmlFor={id} className="bold">
        {label}
        {marked && <span className={style.optional}> {t('(optional)')}</span>}
      </label>
      {children({
        id,
        required,
        'aria-describedby': spoken || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={`${id}-error`} className={`${style.error} fine-print row gap-1 error-text`}>
          <CircleAlert aria-hidden />
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="fine-print">
          {hint}
        </div>
      )}
    </div>
  )
}
