import { type Language, languages, t } from '#shared/language.ts'
import { Field } from '#ui/Field.tsx'

/** Returns the name of the language in which a parent gets messages, or 'Not chosen'. */
export const languageWord = (language: unknown) => languages[language as Language] ?? t('Not chosen')

type LanguageFieldProps = {
  value: Language | null
  onChange: (language: Language | null) => void
  disabled?: boolean
}

/** Field for the language of a parent's pages and messages. */
export const LanguageField = ({ value, onChange, disabled = false }: LanguageFieldProps) => (
  <Field
    label={t('Language')}
    required={false}
    hint={t(
      disabled
        ? 'Chosen by the parent.'
        : 'For messages and pages. If none is chosen, messages are in English.',
    )}
  >
    {(wiring) => (
      <select
        {...wiring}
        value={value ?? ''}
        disabled={disabled}
        onChange={({ target }) => onChange((target.value || null) as Language | null)}
      >
        <option value="">{t('Not chosen')}</option>
        {Object.entries(languages).map(([language, word]) => (
          <option key={language} value={language} lang={language}>
            {word}
          </option>
        ))}
      </select>
    )}
  </Field>
)
