import type { Notification } from '#server/push.ts'
import { messageParts, shortened } from '../message-parts.ts'

/** Characters of a text that browsers show at most, roughly. */
const longest = 240

/**
 * Returns a message as a notification: without the greeting and the link, which becomes the page that it
 * opens. `home` is the address that links begin with.
 */
export function notificationOf({
  id,
  subject,
  body,
  home,
}: {
  id: string
  subject: string
  body: string
  home: string
}): Notification {
  const { text = '', link } = messageParts(body, home)
  return {
    title: subject,
    text: shortened(text, longest),
    path: link === undefined ? '/parent' : link.slice(home.length),
    tag: id,
  }
}
