/**
 * Text in the reader's language. The code contains the English text. `t` looks it up in the catalogs of the
 * reader's language, which each feature has in a file of its own, such as `features/family/es.ts`. A browser
 * loads them only if its reader needs them; the server reads all of them when it starts.
 */

/** The languages that families can choose, each in its own words. */
export const languages = { en: 'English', es: 'Español' } as const
export type Language = keyof typeof languages

/** Translations by their English text. What stands in braces is filled in, in any order. */
export type Catalog = Readonly<Record<string, string>>

/** A language with its translations. `tag` (BCP 47) is for the formats of days, times and numbers. */
export type Spoken = {
  language: Language
  tag: string
  catalog: Catalog
  /** Translates a sentence that was made in English with its blanks filled. */
  retell: (sentence: string) => string
}

/** Returns an empty catalog, without the properties that every object has, such as "constructor". */
export const noWords = () => Object.create(null) as Catalog

/** The language of the code. */
const english: Spoken = {
  language: 'en',
  tag: 'en-US',
  catalog: noWords(),
  retell: (sentence) => sentence,
}

const known = new Map<Language, Spoken>([['en', english]])
let spoken = english

/** Makes a language available. English always is. */
export function addLanguage(language: Spoken) {
  known.set(language.language, language)
}

/** Sets the reader's language, in a browser for good. A language that wasn't added is English. */
export function setReader(language: Language) {
  spoken = known.get(language) ?? english
}

/** Returns the reader's language. */
export const reader = () => spoken

/** Makes a text, such as a message, in the language of its reader. It must be made at once, without waiting. */
export function inLanguage<T>(language: Language, make: () => T extends Promise<unknown> ? never : T): T {
  const before = spoken
  setReader(language)
  try {
    return make()
  } finally {
    spoken = before
  }
}

/** The names in braces of a text. */
type Blanks<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Blanks<Rest>
  : never

/** Values for the blanks of a text, none for one without blanks. */
type Values<T extends string> = [Blanks<T>] extends [never]
  ? []
  : [values: Readonly<Record<Blanks<T>, string | number | null | undefined>>]

const filled = (text: string, values: Readonly<Record<string, string | number | null | undefined>>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/**
 * Returns a text in the reader's language, with its blanks filled: `t('Due {day}', { day })`. A text without a
 * translation stays English.
 */
export function t<const T extends string>(text: T, ...[values]: Values<T>): string {
  const said = spoken.catalog[text] ?? text
  return values ? filled(said, values) : said
}

/**
 * Returns a sentence in the reader's language that was made in English, such as the reason of a refusal, or of
 * a verdict stored with an answer.
 */
export const retold = (sentence: string) => spoken.retell(sentence)
