import type { Excerpt as Pieces } from './api.ts'

/** Part of a text in which the search words are marked. */
export const Excerpt = ({ pieces }: { pieces: Pieces }) =>
  // Pieces have no identity of their own, and never change places.
  pieces.map(({ text, found }, at) => (found ? <mark key={at}>{text}</mark> : text))
