/**
 * Text in the reader's language. The code contains the English text. `t` looks it up in the catalogs of the
 * reader's language. Each feature has its own catalog, such as `features/family/es.ts`. A browser loads
 * catalogs only if its reader needs them; the server reads all of them when it starts.
 */

/** Languages that people can choose, with their native names. */
export const languages = { en: 'English', es: 'Español' } as const
export type Language = keyof typeof languages

/**
 * Translations, keyed by the English text. Placeholders are in braces. A translation may have them in another
 * order.
 */
export type Catalog = Readonly<Record<string, string>>

/** A language with its translations. `tag` (BCP 47) is for formatting days, times and numbers. */
export type Spoken = {
  language: Language
  tag: string
  catalog: Catalog
  /** Translates an English sentence whose placeholders are already filled in. */
  translate: (sentence: string) => string
}

/**
 * Returns an empty catalog without a prototype, so that a lookup never finds an inherited property such as
 * "constructor".
 */
export const noWords = () => Object.create(null) as Catalog

/** English, the language of the texts in the code. */
const english: Spoken = {
  language: 'en',
  tag: 'en-US',
  catalog: noWords(),
  translate: (sentence) => sentence,
}

const known = new Map<Language, Spoken>([['en', english]])
let spoken = english

/** Adds a language. English is always available. */
export function addLanguage(language: Spoken) {
  known.set(language.language, language)
}

/**
 * Sets the reader's language: in a browser, for the whole page. Falls back to English if the language hasn't
 * been added.
 */
export function setReader(language: Language) {
  spoken = known.get(language) ?? english
}

/** Returns the reader's language. */
export const reader = () => spoken

/** Runs `make` with another reader's language, for example to write a message. `make` must be synchronous. */
export function inLanguage<T>(language: Language, make: () => T extends Promise<unknown> ? never : T): T {
  const before = spoken
  setReader(language)
  try {
    return make()
  } finally {
    spoken = before
  }
}

/** Names of the placeholders in a text. */
type Blanks<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Blanks<Rest>
  : never

/** Values for the placeholders of a text: no argument if it has none. */
type Values<T extends string> = [Blanks<T>] extends [never]
  ? []
  : [values: Readonly<Record<Blanks<T>, string | number | null | undefined>>]

const filled = (text: string, values: Readonly<Record<string, string | number | null | undefined>>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/**
 * Returns a text in the reader's language, with its placeholders filled: `t('Due {day}', { day })`. A text
 * without a translation stays English.
 */
export function t<const T extends string>(text: T, ...[values]: Values<T>): string {
  const translated = spoken.catalog[text] ?? text
  return values ? filled(translated, values) : translated
}

/**
 * Returns the translation into the reader's language of a sentence that was generated in English, such as the
 * reason for a refusal, or a verdict stored with an answer.
 */
export const translateSentence = (sentence: string) => spoken.translate(sentence)
