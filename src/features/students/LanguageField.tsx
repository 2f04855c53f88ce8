import { type Language, languages } from '#shared/language.ts'
import { Field } from '#ui/Field.tsx'

/** Names the language of a parent's messages. Until the parent chooses one, it is English. */
export const languageWord = (language: unknown) => languages[(language ?? 'en') as Language]

type LanguageFieldProps = { value: Language | null; onChange: (language: Language | null) => void }

/** Choice of the language in which a parent gets messages. English is the same as not chosen. */
export const LanguageField = ({ value, onChange }: LanguageFieldProps) => (
  <Field label="Language of messages">
    {(wiring) => (
      <select
        {...wiring}
        value={value ?? 'en'}
        onChange={({ target }) => onChange(target.value === 'en' ? null : (target.value as Language))}
      >
        {Object.entries(languages).map(([language, word]) => (
          <option key={language} value={language}>
            {word}
          </option>
        ))}
      </select>
    )}
  </Field>
)
