/**
 * Returns the parts of a message that are shown outside of mail: its text without the greeting, and its link, if it has
 * any. `home` is the address that links begin with.
 */
export function messageParts(body: string, home: string) {
  const parts = body.split('\n\n').map((part) => part.trim())
  return { text: parts[1], link: parts.find((part) => part.startsWith(home)) }
}

/** Cuts a text to a length, with an ellipsis at its end. */
export const shortened = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text
