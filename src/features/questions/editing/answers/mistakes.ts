import { type AnswerKey, type Given, type KeyOf, show } from '#features/questions/rules.ts'
import { emptyGiven } from '../../kinds/given.ts'

/** A wrong answer with the message about it. */
export type Mistake = { given: Given; message: string }

export const mistakesIn = ({ mistakes = [] }: AnswerKey): readonly Mistake[] => mistakes

/** Returns a key with these mistakes. */
export const withMistakes = (key: AnswerKey, mistakes: readonly Mistake[]): AnswerKey =>
  // The mistakes are answers of the key's kind.
  ({ ...key, mistakes: [...mistakes] }) as AnswerKey

/** Returns a key with an answer added to its mistakes, unless it is there already. */
export function withMistake(key: AnswerKey, given: Given): AnswerKey {
  const known = mistakesIn(key)
  const isKnown = known.some((each) => JSON.stringify(each.given) === JSON.stringify(given))
  return isKnown ? key : withMistakes(key, [...known, { given, message: '' }])
}

const isTyped = (part: KeyOf<'fr'>['parts'][number]) =>
  part.kind !== 'select' && part.kind !== 'work' && part.kind !== 'label'

/** Returns a mistake to be typed, or null if answers of this kind aren't typed. */
export function emptyMistake(key: AnswerKey): Given | null {
  if (key.kind === 'fr' && key.parts.some(isTyped)) return emptyGiven(show(key, () => []))
  return key.kind === 'sentence' ? { kind: 'sentence', text: '' } : null
}

type TypedPart = { label: string; text: string; change: (text: string) => Given }

/** Returns the typed parts of a mistake, each with the change of its text. */
export function typedParts(key: AnswerKey, given: Given): TypedPart[] {
  if (given.kind === 'sentence')
    return [{ label: 'Wrong answer', text: given.text, change: (text) => ({ ...given, text }) }]
  if (given.kind !== 'fr' || key.kind !== 'fr') return []
  const answered = key.parts.filter(({ kind }) => kind !== 'label')
  const several = answered.filter(({ kind }) => kind !== 'work').length > 1
  return answered.flatMap((part, at) => {
    const text = given.parts[at]
    if (!isTyped(part) || typeof text !== 'string') return []
    const label = several ? `Wrong answer, part ${at + 1}` : 'Wrong answer'
    return [{ label, text, change: (next: string) => ({ ...given, parts: given.parts.with(at, next) }) }]
  })
}
