import type { Excerpt as Pieces } from './api.ts'

/** Part of a text in which the search words are marked. */
export const Excerpt = ({ pieces }: { pieces: Pieces }) =>
  // Pieces have no ids and never change their order, so the index can be the key.
  pieces.map(({ text, found }, at) => (found ? <mark key={at}>{text}</mark> : text))
