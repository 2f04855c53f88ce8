import type { Me } from '#features/accounts/rules.ts'
import { addLanguage, type Language, languages, reader, setReader } from '#shared/language.ts'

const isLanguage = (text: string | null | undefined): text is Language =>
  text != null && Object.hasOwn(languages, text)

/** Language chosen in this browser, or the first of the browser's own that we have. */
const ownLanguage = (): Language => {
  const chosen = localStorage.getItem('language')
  if (isLanguage(chosen)) return chosen
  return navigator.languages.map((each) => each.slice(0, 2)).find(isLanguage) ?? 'en'
}

/** Only pages of families and of people without a session are in several languages. */
const languageOf = (me: Me | null): Language =>
  me === null ? ownLanguage() : me.role || me.group === 'devices' ? 'en' : (me.language ?? ownLanguage())

/**
 * Shows pages in the language of whoever is signed in, or if nobody is, of this browser. If its texts can't be
 * loaded, pages stay English.
 */
export async function speakTo(me: Me | null) {
  const language = languageOf(me)
  if (language !== reader().language) {
    if (language === 'es')
      await import('#features/overview/spanish.ts').then(
        ({ spanish }) => addLanguage(spanish),
        () => {},
      )
    setReader(language)
  }
  document.documentElement.lang = reader().language
}

/** Keeps a language for this browser, and shows all pages in it. */
export function chooseLanguage(language: Language) {
  localStorage.setItem('language', language)
  location.reload()
}
