export type Piece = { text: string; link: boolean }

/** A mail's text cut into plain text and addresses, so that these can be opened. A full stop after an address ends the sentence. */
export function piecesOf(body: string): Piece[] {
  return body
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((text, at) => ({ text, link: at % 2 === 1 }))
    .filter(({ text }) => text !== '')
}
