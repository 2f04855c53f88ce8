import { type Language, languages, reader, t } from '#shared/language.ts'
import { chooseLanguage } from '../language.ts'
import style from './FooterLine.module.css'

export type LanguageChoiceProps = {
  /** Stores the language of whoever is signed in. */
  onChoose?: ((language: Language) => Promise<unknown>) | undefined
}

/** Choice of the language of all pages, in the footer of the pages that have several. */
export const LanguageChoice = ({ onChoose = async () => {} }: LanguageChoiceProps) => (
  <label className={`${style.label} inline-row middle gap-1`}>
    {t('Language')}
    <select
      className={`${style.theme} rounded target`}
      value={reader().language}
      onChange={({ target }) => {
        const language = target.value as Language
        void onChoose(language).then(
          () => chooseLanguage(language),
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
