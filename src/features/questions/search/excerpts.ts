import { fold } from '#shared/fold.ts'
import type { Excerpt } from './api.ts'

/** Matches numbers, and words without digits. As in the index of words, `2x` is a number and a word. */
const word = /\d+(?:\.\d+)*|[\p{L}\p{M}]+/gu

/** Returns the words of a search, normalized for comparison. */
export const searchWords = (find: string) => fold(find).match(word) ?? []

const isNumber = (text: string) => /^\d/.test(text)

/** Maximum length of an excerpt, and the length of the text before the first word found. */
const [longest, before] = [180, 60]

/**
 * Returns the range of a text to show. It starts at a word shortly before the first word found, or at the
 * beginning of the text if the word found is near the beginning.
 */
function rangeOf(text: string, first: number) {
  const from = first > longest - before ? text.lastIndexOf(' ', first - before) + 1 : 0
  const to = text.length - from > longest ? text.lastIndexOf(' ', from + longest) : text.length
  return { from, to: to > first ? to : Math.min(from + longest, text.length) }
}

/**
 * Cuts a text to an excerpt around the first search word that it contains, and marks all search words.
 * A search word may be the beginning of a word, but a number must match in full.
 */
export function excerptOf(text: string, words: readonly string[]): Excerpt {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  const hits = [...flat.matchAll(word)].filter(([each]) => {
    const folded = fold(each)
    return words.some((wanted) => (isNumber(wanted) ? folded === wanted : folded.startsWith(wanted)))
  })
  const { from, to } = rangeOf(flat, hits[0]?.index ?? 0)
  const pieces: Excerpt = from > 0 ? [{ text: '…', found: false }] : []
  let at = from
  for (const { 0: hit, index } of hits) {
    if (index < from || index + hit.length > to) continue
    pieces.push({ text: flat.slice(at, index), found: false }, { text: hit, found: true })
    at = index + hit.length
  }
  pieces.push({ text: flat.slice(at, to) + (to < flat.length ? '…' : ''), found: false })
  return pieces.filter((piece) => piece.text !== '')
}

/** Returns true if an excerpt contains a word of the search. */
export const hasHit = (excerpt: Excerpt) => excerpt.some(({ found }) => found)
