import { t } from '#shared/language.ts'
import { messageParts, shortened } from '../message-parts.ts'

/**
 * Maximum length of a text message: two parts of 153 characters in the standard alphabet (GSM 03.38), or two
 * of 67 in any other alphabet.
 */
const longest = { usual: 306, other: 134 }

/** Matches text in the standard alphabet, which has some accented letters, but not Spanish á, í, ó and ú. */
const usual = /^[\n -_a-~¡£¥§¿ÄÅÆÇÉÑÖØÜàäåæèéìñòöøùü]*$/

/** Characters missing from the standard alphabet, with equivalents from it. */
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
 * Returns a message as a text: the sender, the content, and the link. Long texts are shortened but keep the
 * link. `home` is the start of the site's links.
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
  const plain = simple(text)
  const most = usual.test(from + plain) ? longest.usual : longest.other
  const room = most - from.length - (link ? link.length + 1 : 0)
  // Leaves room for two more characters, because the ellipsis becomes three dots.
  const fitting = plain.length > room ? shortened(plain, room - 2) : plain
  return `${from}${simple(fitting)}${link && ` ${link}`}`
}

/**
 * Writes the text message with the code for confirming a number. The code comes first, so that it is visible
 * in the notification.
 */
export const codeWords = (code: string) =>
  t('{code} is your code for text messages from your tutoring center. Reply STOP at any time to stop them.', {
    code,
  })
