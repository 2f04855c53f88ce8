import { type Language, languages, reader, t } from '#shared/language.ts'
import { keepLanguage } from '../language.ts'
import style from './FooterLine.module.css'

export type LanguageChoiceProps = {
  /** Stores the language of the signed-in user. If omitted, the language is stored in this browser. */
  onChoose?: ((language: Language) => Promise<unknown>) | undefined
}

/** Selector for the language of all pages. Reloads the page once the choice is stored. */
export const LanguageChoice = ({
  onChoose = async (language) => keepLanguage(language),
}: LanguageChoiceProps) => (
  <label className={`${style.label} inline-row middle gap-1`}>
    {t('Language')}
    <select
      className={`${style.theme} rounded target`}
      value={reader().language}
      onChange={({ target }) => {
        const chosen = target.value as Language
        // Shows the current language until the new one has been stored.
        target.value = reader().language
        void onChoose(chosen).then(
          () => location.reload(),
          () => {},
        )
      }}
    >
      {Object.entries(languages).map(([language, word]) => (
        <option key={language} value={language} lang={language}>
          {word}
        </option>
      ))}
    </select>
  </label>
)
