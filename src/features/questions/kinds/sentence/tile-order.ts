/**
 * Functions for words to put in order. In `places`, each number is the index of a word among the words to
 * choose from. Each word is used at most once.
 */

/** Joins the words into a sentence. */
export const sentenceOf = (words: readonly string[], places: readonly number[]) =>
  places.map((place) => words[place] ?? '').join(' ')

const maxLooks = 2000

/**
 * Finds the tiles that text was built from, or returns null. A tile may hold several words, so the first
 * match isn't always the right one. Gives up after 2,000 matches.
 */
export function placesOf(words: readonly string[], text: string): number[] | null {
  let looks = 0
  const from = (rest: string, used: readonly number[]): number[] | null => {
    if (rest === '') return [...used]
    const tried = new Set<string>()
    for (const [place, word] of words.entries()) {
      if (used.includes(place) || tried.has(word) || !`${rest} `.startsWith(`${word} `)) continue
      tried.add(word)
      looks += 1
      const found = looks > maxLooks ? null : from(rest.slice(word.length + 1), [...used, place])
      if (found) return found
    }
    return null
  }
  return from(text.trim(), [])
}
