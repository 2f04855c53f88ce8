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

/** The language of the code. */
export const english: Spoken = { language: 'en', tag: 'en-US', catalog: {}, retell: (sentence) => sentence }

let spoken: () => Spoken = () => english

/** Sets the source of the reader's language: the page's in a browser, the request's or message's on the server. */
export function speakAs(source: () => Spoken) {
  spoken = source
}

/** Returns the reader's language. */
export const reader = () => spoken()

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
  const said = spoken().catalog[text] ?? text
  return values ? filled(said, values) : said
}

/**
 * Returns a sentence in the reader's language that was made in English, such as the reason of a refusal, or of
 * a verdict stored with an answer.
 */
export const retold = (sentence: string) => spoken().retell(sentence)
