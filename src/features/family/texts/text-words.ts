import { t } from '#shared/language.ts'
import { messageParts, shortened } from '../message-parts.ts'

/** Longest text: two parts of 153 characters in the usual alphabet. */
const longest = 306

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
  const from = center === null ? '' : `${center}: `
  const room = longest - from.length - (link ? link.length + 1 : 0)
  return `${from}${shortened(text, room)}${link && ` ${link}`}`
}

/** Text with the code for a number. The code comes first, so that the notification shows it. */
export const codeWords = (code: string) =>
  t('{code} is your code for text messages from your tutoring center. Reply STOP to end them at any time.', {
    code,
  })
