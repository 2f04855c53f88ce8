import type { FieldProps } from '#ui/Field.tsx'
import { TextAreaField } from '#ui/TextAreaField.tsx'

type MathFieldProps = FieldProps & {
  value: string
  onChange: (text: string) => void
  maxLength: number
  rows: number
}

/** Field for Markdown with TeX between dollar signs. The palette can insert symbols into it. */
export function MathField({ value, onChange, maxLength, rows, ...field }: MathFieldProps) {
  return (
    <TextAreaField
      {...field}
      data-math="text"
      rows={rows}
      maxLength={maxLength}
      spellCheck
      value={value}
      onChange={onChange}
    />
  )
}
