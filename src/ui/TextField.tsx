import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { t } from '#shared/language.ts'
import { Field, type FieldProps } from './Field.tsx'
import style from './TextField.module.css'

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'children' | 'className' | 'id'> & {
    value: string
    onChange: (text: string) => void
  }

/** A single-line text field with a label. A password can be revealed while it is typed. */
export function TextField({
  label,
  hint,
  error,
  required,
  marked,
  value,
  onChange,
  type = 'text',
  ...rest
}: TextFieldProps) {
  const [shown, setShown] = useState(false)
  const Look = shown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={error} required={required} marked={marked}>
      {(wiring) => (
        <span className={style.line}>
          <input
            {...rest}
            {...wiring}
            type={shown ? 'text' : type}
            value={value}
            data-reveals={type === 'password' || undefined}
            onChange={(event) => onChange(event.target.value)}
          />
          {type === 'password' && (
            <button
              type="button"
              className={`${style.reveal} grid center quiet rounded`}
              aria-pressed={shown}
              aria-label={t('Show {label}', { label })}
              onClick={() => setShown(!shown)}
            >
              <Look aria-hidden />
            </button>
          )}
        </span>
      )}
    </Field>
  )
}
