/**
 * Formats a page's id as the text of its code, in uppercase without hyphens, which makes the code smaller.
 */
export const codeOf = (pageId: string) => pageId.replaceAll('-', '').toUpperCase()

/** Returns the id of the page whose code has this text, or null if it isn't the code of a page. */
export function pageIdOf(code: string) {
  const [, ...parts] = /^([0-9A-F]{8})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{12})$/.exec(code) ?? []
  return parts.length > 0 ? parts.join('-').toLowerCase() : null
}
