import { z } from 'zod'
import { invisible } from './text.ts'

/**
 * Returns text trimmed, in NFC, with `<` and `>` escaped. Invisible text becomes empty. Doesn't escape `&`,
 * so it is idempotent.
 */
const sanitise = (text: string) =>
  invisible.test(text) ? '' : text.normalize('NFC').trim().replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Text of at most `most` characters, sanitized. It may be empty. */
export const Text = (most: number) =>
  z.string().max(most, `must have at most ${most} characters`).transform(sanitise)

/**
 * Markdown with TeX, of at most `most` characters. Trimmed and in NFC, but not escaped, because it is always
 * rendered before it is shown (`server/markup.ts`).
 */
export const RawText = (most: number) =>
  z
    .string()
    .max(most, `must have at most ${most} characters`)
    .transform((text) => text.normalize('NFC').trim())

/** Text of at most `most` characters, sanitized. It must have a visible character. */
export const RequiredText = (most: number) =>
  z
    .string()
    .max(most, `must have at most ${most} characters`)
    .refine((text) => !invisible.test(text), 'must not be empty')
    .transform(sanitise)

/**
 * A single email address: local@domain with a dot in the domain, at most 254 characters (spec §5). Stored
 * trimmed and compared in lower case.
 */
export const Email = z
  .string()
  .transform((text) => text.trim())
  .pipe(
    z
      .string()
      .max(254, 'must have at most 254 characters')
      .regex(
        /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/,
        'must be an email address such as ann@example.com',
      ),
  )

/**
 * A token in a link: only word characters, hyphens, equals signs and dots (spec §5). Never used as a path.
 */
export const Token = z.string().refine((text) => /^[\w\-=.]{1,128}$/.test(text), {
  message: 'has characters that are not allowed',
  params: { malformed: true },
})
