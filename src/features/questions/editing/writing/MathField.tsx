import { Field, type FieldProps } from '#ui/Field.tsx'

type MathsFieldProps = FieldProps & {
  value: string
  onChange: (text: string) => void
  maxLength: number
  rows: number
}

/** Markdown with TeX between dollar signs, into which the palette writes. */
export function MathsField({ value, onChange, maxLength, rows, ...field }: MathsFieldProps) {
  return (
    <Field {...field}>
      {(wiring) => (
        <textarea
          {...wiring}
          data-maths="text"
          rows={rows}
          maxLength={maxLength}
          spellCheck
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
