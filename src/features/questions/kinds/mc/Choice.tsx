import { Field } from '#ui/Field.tsx'
import { t } from '#shared/language.ts'

type ChoiceProps<Value extends string> = {
  label: string
  /** Labels of the options. */
  words: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
}

/** Drop-down list with a few options. */
export function Choice<Value extends string>({ label, words, value, onChange }: ChoiceProps<Value>) {
  const values = Object.keys(words) as Value[]
  return (
    <Field label={label}>
      {(wiring) => (
        <select
          {...wiring}
          value={value}
          onChange={({ target }) => {
            const chosen = values.find((each) => each === target.value)
            if (chosen !== undefined) onChange(chosen)
          }}
        >
          {values.map((each) => (
            <option key={each} value={each}>
              {t<string>(words[each])}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
