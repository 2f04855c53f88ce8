import { t } from '#shared/language.ts'
import { messageParts, shortened } from '../message-parts.ts'

/**
 * Longest texts: two parts, of 153 characters in the usual alphabet of text messages (GSM 03.38), else of 67.
 */
const longest = { usual: 306, other: 134 }

/** Matches text in the usual alphabet. It has some letters with accents, but not those of Spanish á, í, ó, ú. */
const usual = /^[\n -_a-~¡£¥§¿ÄÅÆÇÉÑÖØÜàäåæèéìñòöøùü]*$/

/** Signs that the usual alphabet lacks, with those that mean the same. */
const alike: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '…': '...',
  '\u00a0': ' ',
}
const simple = (text: string) => text.replaceAll(/[’‘“”–…\u00a0]/g, (sign) => alike[sign] ?? sign)

/**
 * Returns a message as a text: who writes, what it is about, and the link. Long ones end with the link in any case.
 * `home` is the address that links begin with.
 */
export function textWords({
  center,
  subject,
  body,
  home,
}: {
  center: string | null
  subject: string
  body: string
  home: string
}) {
  const { text = subject, link = '' } = messageParts(body, home)
  const from = center === null ? '' : simple(`${center}: `)
  const said = simple(text)
  const most = usual.test(from + said) ? longest.usual : longest.other
  const room = most - from.length - (link ? link.length + 1 : 0)
  // The ellipsis becomes three signs.
  const fitting = said.length > room ? shortened(said, room - 2) : said
  return `${from}${simple(fitting)}${link && ` ${link}`}`
}

/** Text with the code for a number. The code comes first, so that the notification shows it. */
export const codeWords = (code: string) =>
  t('{code} is your code for text messages from your tutoring center. Reply STOP to end them at any time.', {
    code,
  })
