import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'

type TextAreaFieldProps = FieldProps &
  Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'children' | 'className' | 'id'> & {
    value: string
    onChange: (text: string) => void
  }

/** A multi-line text field with a label. */
export const TextAreaField = ({
  label,
  hint,
  error,
  required,
  marked,
  value,
  onChange,
  ...rest
}: TextAreaFieldProps) => (
  <Field label={label} hint={hint} error={error} required={required} marked={marked}>
    {(wiring) => (
      <textarea {...rest} {...wiring} value={value} onChange={({ target }) => onChange(target.value)} />
    )}
  </Field>
)
