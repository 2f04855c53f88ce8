/**
 * Text rules of spec §5. Text is stored trimmed, in Unicode NFC, with angle brackets escaped. `plain` undoes
 * the escaping wherever text leaves the product: in browser responses, CSV, emails, calendars and exported
 * files. `badText` finds characters that would break a database or a terminal or mislead a reader: NUL and
 * other control characters except tab and line feed, lone surrogates, and bidirectional overrides. They are
 * refused before any other rule is checked.
 */

import { reader } from './language.ts'

// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const bad = /[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u

/**
 * True if text has a character that is never accepted. That includes CR, because browsers send line feeds.
 */
export const badText = (text: string) => bad.test(text)

/** Matches invisible text: spaces, zero-width characters and everything else that a reader never sees. */
export const invisible = /^[\s\p{Default_Ignorable_Code_Point}]*$/u

/**
 * Returns stored text as its author typed it. Use it only where text leaves the product or reaches the
 * screen.
 */
export const plain = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>')

/** Maximum lengths of free text (reliability B9), in characters. */
export const longest = { name: 100, note: 2000, mailBody: 10_000, instructions: 4000 } as const

/**
 * Returns the singular and plural of a noun in the reader's language. The catalogs list both under the
 * English plural, separated by a bar: `questions: 'pregunta|preguntas'`.
 */
const formsOf = (word: string) => (reader().catalog[`${word}s`] ?? `${word}|${word}s`).split('|')

/** Returns text with an uppercase first letter. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the plural of a noun in the reader's language. */
export const pluralOf = (word: string) => formsOf(word)[1]

/** Returns a count with its noun in the reader's language: '1 question', '1,319 questions'. */
export const counted = (count: number, word: string) =>
  `${count.toLocaleString(reader().tag)} ${formsOf(word)[count === 1 ? 0 : 1]}`

/** Formats a share from 0 to 1 as a whole percentage. */
export const percent = (share: number) => `${Math.round(100 * share)}%`

/** Joins words: 'Ana', 'Ana and Ben', 'Ana, Ben, and Cy'. */
export const listed = (words: Iterable<string>) => new Intl.ListFormat(reader().tag).format(words)

/**
 * Joins facts into a line: 'Grade 4 · 5 of 8 seats'. Omits missing facts. A line doesn't break within a short
 * fact or before a dot.
 */
export const factLine = (facts: readonly (string | null | false | undefined)[]) =>
  facts
    .filter((fact): fact is string => Boolean(fact))
    .map((fact) => (fact.length > 24 ? fact : fact.replaceAll(' ', '\u00a0')))
    .join('\u00a0· ')

/** Number of bytes in a decimal gigabyte, the unit in which storage is sold. */
export const gigabyte = 1_000_000_000

/** Formats bytes as gigabytes: `5`, `0.5`. */
export const gigabytes = (bytes: number) => String(Number((bytes / gigabyte).toFixed(3)))
