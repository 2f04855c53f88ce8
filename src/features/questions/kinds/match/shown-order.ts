import { letterOf } from '../mc/given.ts'

export const maxGroups = 8
export const maxItems = 12

/**
 * Returns the indexes of texts in the order in which they are shown. The texts are sorted, so their order
 * doesn't reveal which belong together.
 */
export const placesShown = (texts: readonly string[]) =>
  texts.map((_, at) => at).toSorted((a, b) => texts[a]!.localeCompare(texts[b]!, 'en', { numeric: true }))

/** Formats an answer with the letters of the groups: `B, A, –`. */
export const lettersInWords = (groups: readonly (number | null)[]) =>
  groups.map((at) => (at === null ? '–' : letterOf(at))).join(', ')
