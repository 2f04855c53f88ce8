import type { Notification } from '#server/push.ts'
import { messageParts, shortened } from '../message-parts.ts'

/** Approximate maximum number of characters that browsers show. */
const longest = 240

/**
 * Returns a message as a notification: its first paragraph after the greeting, and its link as the page to
 * open, or else the parent's home page. `home` is the start of the site's links.
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
