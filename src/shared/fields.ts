import { z } from 'zod'
import { invisible } from './text.ts'

/** Trimmed, NFC, `<` and `>` escaped; what shows nothing is empty. Idempotent: `&` stays as it is. */
const sanitise = (text: string) =>
  invisible.test(text) ? '' : text.normalize('NFC').trim().replaceAll('<', '&lt;').replaceAll('>', '&gt;')

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
