import type { Me } from '#features/accounts/rules.ts'
import { addLanguage, type Language, languages, reader, setReader } from '#shared/language.ts'

const isLanguage = (text: string | null | undefined): text is Language =>
  text != null && Object.hasOwn(languages, text)

const chosen = () => localStorage.getItem('language')
const latest = () => localStorage.getItem('latest-language')

/** Stores the language to use in this browser for anyone who hasn't chosen one. */
export const keepLanguage = (language: Language) => localStorage.setItem('language', language)

/**
 * Returns the language for somebody who hasn't chosen one: the one stored in this browser, or else the first
 * of the browser's languages that we support, or else English.
 */
const ownLanguage = (): Language =>
  [chosen(), ...navigator.languages.map((each) => each.slice(0, 2))].find(isLanguage) ?? 'en'

function languageOf(me: Me | null | 'unknown'): Language {
  if (me === 'unknown') {
    const kept = latest()
    return isLanguage(kept) ? kept : ownLanguage()
  }
  return me?.language ?? ownLanguage()
}

/**
 * Stores the language to use when a page opens without a response from the server. If it is the same as
 * `ownLanguage()`, removes the stored one instead.
 */
function keepLatest(language: Language) {
  if (language === ownLanguage()) localStorage.removeItem('latest-language')
  else localStorage.setItem('latest-language', language)
}

/** Loaders of the Spanish texts. Staff need more texts, because they have more pages than families. */
const spanishFor = {
  families: () => import('#features/overview/spanish.ts'),
  staff: () => import('#features/overview/spanish-staff.ts'),
}
type Audience = keyof typeof spanishFor

/**
 * Audience whose texts were requested last. A failed load isn't retried, because a page would then mix two
 * languages. The texts for staff include those for families.
 */
let tried: Audience | undefined

async function loadSpanish(audience: Audience) {
  if (tried === audience || tried === 'staff') return
  tried = audience
  await spanishFor[audience]().then(
    ({ spanish }) => addLanguage(spanish),
    () => {},
  )
}

/**
 * Returns the audience of the user's pages. Classroom devices show staff pages. Without a user, pages are for
 * families.
 */
const audienceOf = (me: Me | null | 'unknown'): Audience =>
  me !== 'unknown' && (me?.role || me?.group === 'devices') ? 'staff' : 'families'

/**
 * Shows pages in the language of the signed-in user, or in this browser's if they haven't chosen one or
 * nobody is signed in. Without a response from the server, the last language used here applies. If the texts
 * of that language can't be loaded, pages are in English until they are reloaded.
 */
export async function speakTo(me: Me | null | 'unknown') {
  const from = new URLSearchParams(location.search).get('language')
  // Store it, because the next page's URL no longer contains it.
  if (isLanguage(from)) keepLanguage(from)
  const language = languageOf(me)
  if (language === 'es') await loadSpanish(audienceOf(me))
  setReader(language)
  if (me !== 'unknown') keepLatest(reader().language)
  document.documentElement.lang = reader().language
}
