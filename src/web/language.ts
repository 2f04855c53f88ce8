import type { Me } from '#features/accounts/rules.ts'
import { addLanguage, type Language, languages, reader, setReader } from '#shared/language.ts'

const isLanguage = (text: string | null | undefined): text is Language =>
  text != null && Object.hasOwn(languages, text)

const chosen = () => localStorage.getItem('language')
const latest = () => localStorage.getItem('latest-language')

/** Keeps a language for everybody in this browser who hasn't chosen one. */
export const keepLanguage = (language: Language) => localStorage.setItem('language', language)

/**
 * Language for somebody who hasn't chosen one: the one kept in this browser, or else the first of the browser's
 * own that we have.
 */
const ownLanguage = (): Language =>
  [chosen(), ...navigator.languages.map((each) => each.slice(0, 2))].find(isLanguage) ?? 'en'

/** Only pages of families and of people without a session are in several languages. */
function languageOf(me: Me | null | 'unknown'): Language {
  if (me === 'unknown') {
    const kept = latest()
    return isLanguage(kept) ? kept : ownLanguage()
  }
  if (me?.role || me?.group === 'devices') return 'en'
  return me?.language ?? ownLanguage()
}

/** Keeps the language for pages without an answer of the server. English needs no entry. */
function keepLatest(language: Language) {
  if (language === 'en') localStorage.removeItem('latest-language')
  else localStorage.setItem('latest-language', language)
}

/** True once its texts couldn't be loaded. A later try would mix languages on a page. */
let failed = false

/**
 * Shows pages in the language of whoever is signed in, or if nobody is, of this browser. Without an answer of
 * the server, it is the latest language here. If its texts can't be loaded, pages stay English until they are
 * loaded again.
 */
export async function speakTo(me: Me | null | 'unknown') {
  const from = new URLSearchParams(location.search).get('language')
  // The address loses it on the next page.
  if (isLanguage(from)) keepLanguage(from)
  const language = languageOf(me)
  if (language !== reader().language) {
    if (language === 'es' && !failed)
      await import('#features/overview/spanish.ts').then(
        ({ spanish }) => addLanguage(spanish),
        () => (failed = true),
      )
    setReader(language)
  }
  if (me !== 'unknown') keepLatest(reader().language)
  document.documentElement.lang = reader().language
}
