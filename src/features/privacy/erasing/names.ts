import { phoneInWords } from '#shared/entries.ts'

/** A person to erase: identifying words, phone numbers, and the centers whose text is searched for them. */
export type NamedPerson = { words: string[]; phones: string[]; centers: string[] }

/**
 * Returns a PostgreSQL regular expression that matches any of these words or phrases as a whole. The pattern
 * doesn't ignore case by itself: match it with `~*` or the flag `i`.
 */
export function patternOf(words: readonly string[]) {
  const escaped = words.map((word) => word.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`))
  // Without words, the pattern matches nothing.
  return words.length === 0 ? 'a^' : `(?<![[:alnum:]])(${escaped.join('|')})(?![[:alnum:]])`
}

/**
 * Returns the ways in which people write a stored phone number: as stored, without the country code, and
 * formatted.
 */
const spellings = (phone: string) => [phone, phone.replace(/^\+1?/, ''), phoneInWords(phone)]

/** Returns the words that identify these people: names, email addresses, user names and phone numbers. */
export const wordsOf = (people: readonly NamedPerson[]) =>
  people.flatMap(({ words, phones }) => [...words, ...phones.flatMap(spellings)])

export const centersOf = (people: readonly NamedPerson[]) =>
  [...new Set(people.flatMap(({ centers }) => centers))].toSorted()

/** Groups people by center. Adds a group of everybody under `null`, for text without a center. */
export const byCenter = <Person extends NamedPerson>(people: readonly Person[]) => [
  ...centersOf(people).map(
    (center) => [center, people.filter(({ centers }) => centers.includes(center))] as const,
  ),
  [null, people] as const,
]
