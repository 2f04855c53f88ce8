import { z } from 'zod'

/**
 * Text rules of spec §5. Text is stored trimmed, in Unicode NFC, with angle brackets escaped; `plain` gives it back for text nodes, CSV and
 * mail. Characters that break a database, a terminal or a reader's eyes (NUL and other control characters except tab and line
 * feed, lone surrogates, bidirectional overrides) are refused before any rule is asked (`badText`).
 */
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const bad = /[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u

/** Whether text has a character that is never accepted. CR is one: browsers send line feeds. */
export const badText = (text: string) => bad.test(text)

/** Text that shows nothing: spaces, zero-width characters and whatever else a reader never sees. */
const invisible = /^[\s\p{Default_Ignorable_Code_Point}]*$/u

/** Trimmed, NFC, `<` and `>` escaped; what shows nothing is empty. Idempotent: `&` stays as it is. */
const sanitise = (text: string) =>
  invisible.test(text) ? '' : text.normalize('NFC').trim().replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The stored text as its writer typed it; only for text nodes, CSV and mail. */
export const plain = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>')

/** Optional text of at most `most` characters, sanitised. */
export const Text = (most: number) => z.string().max(most, `must have at most ${most} characters`).transform(sanitise)

/** Markdown with TeX, of at most `most` characters: stored as it was written, because it is never shown but rendered (`server/markup.ts`). */
export const RawText = (most: number) =>
  z
    .string()
    .max(most, `must have at most ${most} characters`)
    .transform((text) => text.normalize('NFC').trim())

/** Text that must say something visible. */
export const RequiredText = (most: number) =>
  z
    .string()
    .max(most, `must have at most ${most} characters`)
    .refine((text) => !invisible.test(text), 'must not be empty')
    .transform(sanitise)

/** E-mail: local@domain, at most 254 characters, a dot in the domain, one address (spec §5). Stored trimmed; compared in lower case. */
export const Email = z
  .string()
  .transform((text) => text.trim())
  .pipe(
    z
      .string()
      .max(254, 'must have at most 254 characters')
      .regex(
        /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/,
        'must be an e-mail address such as ann@example.com',
      ),
  )

/** Tokens, keys and names of defaults: only word characters, hyphen, equals and dot (spec §5). Never used as a path. */
export const Token = z
  .string()
  .refine((text) => /^[\w\-=.]{1,128}$/.test(text), { message: 'has characters that are not allowed', params: { malformed: true } })

/** Upper bounds of free text (reliability B9), in characters. */
export const longest = { name: 100, note: 2000, mailBody: 10_000, instructions: 4000 } as const

/** '1 question', '1,319 questions'. */
export const counted = (count: number, word: string) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
