/**
 * Returns the parts of an email that notifications and text messages reuse: the first paragraph after the
 * greeting, and the link, if any. `home` is the start of the site's links.
 */
export function messageParts(body: string, home: string) {
  const parts = body.split('\n\n').map((part) => part.trim())
  return { text: parts[1], link: parts.find((part) => part.startsWith(home)) }
}

/** Shortens a text to a maximum length, ending with an ellipsis. */
export const shortened = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text
