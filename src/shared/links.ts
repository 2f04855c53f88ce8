export type TextPiece = { text: string; link: boolean }

/**
 * Splits the text of an email into plain text and web addresses to show as links. Punctuation after an
 * address isn't part of it.
 */
export function piecesOf(body: string): TextPiece[] {
  return body
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((text, at) => ({ text, link: at % 2 === 1 }))
    .filter(({ text }) => text !== '')
}
