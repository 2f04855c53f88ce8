import type { Notification } from '#server/push.ts'

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
  const parts = body.split('\n\n').map((part) => part.trim())
  const link = parts.find((part) => part.startsWith(home))
  const [, text = ''] = parts
  return {
    title: subject,
    text: text.length > longest ? `${text.slice(0, longest - 1)}…` : text,
    path: link === undefined ? '/parent' : link.slice(home.length),
    tag: id,
  }
}
