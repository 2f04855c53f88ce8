import { type AnswerKey, type Given, show, typedParts } from '../../rules.ts'
import { emptyGiven } from '../../kinds/given.ts'

/** Wrong answer with the message about it. */
export type Mistake = { given: Given; message: string }

export const mistakesIn = ({ mistakes = [] }: AnswerKey): readonly Mistake[] => mistakes

export const withMistakes = (key: AnswerKey, mistakes: readonly Mistake[]): AnswerKey =>
  // The cast is safe, because mistakes have the same kind as the key.
  ({ ...key, mistakes: [...mistakes] }) as AnswerKey

/** Returns a key with an answer added to its mistakes, unless it is already there. */
export function withMistake(key: AnswerKey, given: Given): AnswerKey {
  const known = mistakesIn(key)
  const isKnown = known.some((each) => JSON.stringify(each.given) === JSON.stringify(given))
  return isKnown ? key : withMistakes(key, [...known, { given, message: '' }])
}

/** Returns an empty mistake to fill in, or null if answers to this question aren't typed. */
export function emptyMistake(key: AnswerKey): Given | null {
  const given = emptyGiven(show(key, () => []))
  return typedParts(key, given).length > 0 ? given : null
}
